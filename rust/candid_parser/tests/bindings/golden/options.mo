// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  public type infinite = ?infinite;
  public type list = ?{ head : status; tail : list };
  public type maybe = ?Text;
  /// Options of options, results, and what else clients in TypeScript convert.
  public type nested = {
    a : ?Nat;
    b : ??Nat;
    c : ???Nat;
    d : ?Null;
    e : ?Any;
    f : ?maybe;
  };
  public type nothing = Null;
  public type problem = { #other : Text; #insufficient : { balance : Nat } };
  public type result = { #ok : Nat; #err : problem };
  public type status = {
    #any : Any;
    #active;
    #none : nothing;
    #note : maybe;
    #pair : (Nat, Text);
    #since : Nat64;
  };
  public type Self = (owner : Principal, limit : ?Nat) -> async actor {
    list : shared query (list, infinite) -> async (infinite, list);
    nested : shared query nested -> async nested;
    note : shared Text -> ();
    numbers : shared query (
        Blob,
        [Int16],
        [Nat64],
        [Float],
        [[?Nat8]],
      ) -> async Blob;
    status : shared (status, ?status) -> async [status];
    /// Moves tokens.
    transfer : shared (to : Principal, amount : Nat) -> async result;
    transfer_upper : shared Nat -> async { #Ok; #Err : [problem] };
  }
}