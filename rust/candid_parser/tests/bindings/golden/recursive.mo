// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  public type alias_of_list = list;
  public type chain1 = chain2;
  public type chain2 = chain3;
  public type chain3 = ?chain1;
  public type deep = ??[?[[??(?{ #a : [?Nat8] }, deep)]]];
  public type even = ?{ odd : odd };
  public type forever = { _0_  : forever };
  public type g = shared (s, h) -> async g;
  public type h = { g : g; s : s; t : ?h };
  /// All ways in which definitions need each other.
  public type list = ?{ head : Int; tail : list };
  public type odd = ?{ even : even };
  public type s = actor { f : g; me : shared () -> async s };
  public type tree = { #leaf : Nat; #node : { left : tree; right : tree } };
  public type x = ?y;
  public type y = z;
  public type z = [x];
  public type Self = g -> async s
}