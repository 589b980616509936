// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  public type A = [a];
  public type ActorMethod = shared Principal_ -> async Principal;
  public type Any_ = { Any : Nat_; None : ?None_ };
  public type Array = [Text];
  public type BigUint64Array = [Nat64];
  public type Blob_ = Blob;
  public type Bool_ = Bool;
  public type Float_ = Float32;
  public type IDL = { IDL : Self_; Text : Text };
  public type IDL__ = ?IDL;
  public type Nat_ = Nat;
  public type None_ = { #None; #Null : Null_ };
  public type Null_ = Null;
  public type Object = Promise;
  /// Definitions whose names the generated code uses, or that differ only after escaping.
  public type Principal_ = { id : Principal; owner : ?Principal_ };
  public type Promise = Nat;
  public type Rec = ?{ _0_  : Rec };
  public type Record = { IDL : IDL };
  public type Self_ = { self : [Self_] };
  public type Self__ = Self_;
  public type Service = actor { self : shared () -> async Service };
  public type Service__ = Service;
  public type Text_ = Text;
  public type Uint8Array = Blob;
  public type _SERVICE = actor { call : ActorMethod };
  public type _SERVICE__ = ?_SERVICE;
  public type a = { a : A };
  public type any = Any;
  public type bigint = Int;
  public type boolean = Bool;
  public type idlFactory = init;
  public type init = { init : Nat };
  public type never = None;
  public type number = Float;
  public type object_ = (string, number);
  public type string = Text;
  public type symbol = [any];
  public type unknown = ?never;
  public type Self = (Principal_, IDL : IDL) -> async actor {
    Principal : shared (
        string,
        number,
        boolean,
        bigint,
        any,
        unknown,
        symbol,
        object_,
      ) -> async (Text_, Nat_, Blob_, Bool_);
    all : shared (
        Principal_,
        IDL,
        IDL__,
        ActorMethod,
        _SERVICE,
        _SERVICE__,
      ) -> async (Array, Uint8Array, BigUint64Array);
    idlFactory : shared (init, idlFactory, Record, Rec, a, A) -> async (
        Promise,
        Object,
        Service,
        Service__,
      );
    never : shared query ?never -> async (
        Any_,
        None_,
        Null_,
        Float_,
        Self_,
        Self__,
      );
  }
}