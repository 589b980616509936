// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  /// Methods whose names are no identifiers.
  public type callback = actor {
    // not here: the method "on-event", whose name is no identifier in Motoko
    ok : shared () -> async ();
  };
  public type only_odd = actor {
    // not here: the method "a b", whose name is no identifier in Motoko
  };
  /// The service.
  public type Self = actor {
    // not here: the method "", whose name is no identifier in Motoko
    // not here: the method "get-acc", whose name is no identifier in Motoko
    // not here: the method "it\'s \"so\" \\ \n */", whose name is no identifier in Motoko
    // not here: the method "字段", whose name is no identifier in Motoko
    _7__ : shared Nat -> async Nat;
    __proto___ : shared () -> async Nat;
    /// One that it can.
    get_acc : shared (callback, ?only_odd) -> async ();
    toString : shared query () -> async Text;
  }
}