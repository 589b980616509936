// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  /// above a function
  public type f = shared t -> async v;
  /// above a service
  public type s = actor {
    /// of its method
    m : f;
  };
  /// A comment that tries to end itself */ export const injected = 1; /*
  /// 
  /// with an empty line and a /// line within
  public type t = {
    /// */ */ */
    a : Nat;
    /// three slashes
    b : {
      /// nested \u{2028} \n "quotes"
      c : Nat;
    };
  };
  /// above a variant
  public type v = {
    /// of a case
    #x;
    /// of another
    #y : [
      {
        /// deep
        z : Nat;
      }
    ];
  };
  /// above the service
  /// in two lines
  public type Self = t -> async actor {
    /// of a method
    get : shared query v -> async {
        /// of a result's field
        id : Nat;
      };
    /// of another
    put : f;
  }
}