// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  /// Names of arguments and results.
  public type callback = shared (amount : Nat, ?memo) -> async (
      accepted : Bool,
      fee : Nat,
    );
  public type memo = Blob;
  public type Self = (owner : Principal, Text, limit : ?Nat) -> async actor {
    mixed : shared (Nat, second : Nat, Nat) -> async (Nat, last : Text);
    plain_tuple : shared ((Nat, Text)) -> async ((Nat, Text));
    single : shared (f : shared (x : Nat) -> async (y : Nat)) -> async (
        f : shared () -> async (),
      );
    taken : shared (arg1 : Nat, Nat) -> ();
    transfer : shared (
        from : Principal,
        to : Principal,
        amount : Nat,
      ) -> async (block : Nat);
    tuple : shared (pair : (Nat, Text)) -> async (pair : (Nat, Text));
    with_callback : shared composite query callback -> async ();
    words : shared (
        class_ : Nat,
        type_ : Text,
        arg0 : Nat,
        Nat,
        Nat,
        arg4__ : Nat,
      ) -> async ();
  }
}