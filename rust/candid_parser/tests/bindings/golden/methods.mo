// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  /// Methods whose names are no identifiers.
  public type callback = actor {
    // omitted: method "on-event", whose name is not a Motoko identifier
    ok : shared () -> async ();
  };
  public type only_odd = actor {
    // omitted: method "a b", whose name is not a Motoko identifier
  };
  /// The service.
  public type Self = actor {
    // omitted: method "", whose name is not a Motoko identifier
    // omitted: method "get-acc", whose name is not a Motoko identifier
    // omitted: method "it\'s \"so\" \\ \n */", whose name is not a Motoko identifier
    // omitted: method "字段", whose name is not a Motoko identifier
    _7__ : shared Nat -> async Nat;
    __proto___ : shared () -> async Nat;
    /// One that it can.
    get_acc : shared (callback, ?only_odd) -> async ();
    toString : shared query () -> async Text;
  }
}