// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  public type Self = ?Self;
  public type id = Nat64;
  public type role = { #admin : id; #guest };
  /// No service.
  public type user = { id : id; role : role; peers : [user] };

}