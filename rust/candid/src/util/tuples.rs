//! Tuples of 1 to 16 elements, for which traits are implemented.

/// Calls a macro with all of them: for each, the positions and a name for the type of each element.
macro_rules! for_tuples {
    ($define:ident) => {
        $define! {
            (0 A)
            (0 A, 1 B)
            (0 A, 1 B, 2 C)
            (0 A, 1 B, 2 C, 3 D)
            (0 A, 1 B, 2 C, 3 D, 4 E)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L, 12 M)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L, 12 M, 13 N)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L, 12 M, 13 N, 14 O)
            (0 A, 1 B, 2 C, 3 D, 4 E, 5 F, 6 G, 7 H, 8 I, 9 J, 10 K, 11 L, 12 M, 13 N, 14 O, 15 P)
        }
    };
}
pub(crate) use for_tuples;
