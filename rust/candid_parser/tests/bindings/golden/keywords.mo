// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  public type __proto___ = prototype;
  public type actor_ = { actor_ : ?actor_ };
  public type arguments = undefined;
  public type as = of;
  public type asserts = { asserts : intrinsic };
  public type async_ = [class_];
  public type await_ = ?class__;
  /// Words that mean something in one of the target languages, as names of everything.
  public type class_ = {
    do_ : Bool;
    function : Text;
    actor_ : Int;
    async_ : Int;
    class_ : Nat;
    type_ : Nat8;
    while_ : Nat;
  };
  public type class__ = {
    #class__ : class_;
    #import_;
    #composite_;
    #actor_;
    #class_;
    #null_;
    #query_;
    #default : Nat;
    #null__;
  };
  public type constructor = exports;
  public type debug_ = Nat16;
  public type declare = namespace;
  public type do_ = (Nat, class_);
  public type else_ = actor { return_ : if_; throw_ : shared switch_ -> () };
  public type enum = { #enum };
  public type eval = arguments;
  public type exports = require;
  public type global = declare;
  public type globalThis = global;
  public type if_ = shared query if_ -> async else_;
  public type implicit_ = weak_;
  public type include_ = [debug_];
  public type infer = [keyof];
  public type intrinsic = Text;
  public type is = Nat;
  public type keyof = Nat;
  public type let_ = Nat;
  public type mixin_ = implicit_;
  public type module_ = as;
  public type namespace = module_;
  public type of = is;
  public type persistent_ = __proto___;
  public type prototype = constructor;
  public type readonly = { readonly : unique };
  public type require = eval;
  public type static = Text;
  public type switch_ = { #case_ : ?switch_; #break_ };
  public type system_ = { system_ : system__ };
  public type system__ = Principal;
  public type transient_ = persistent_;
  public type undefined = globalThis;
  public type unique = ?infer;
  public type weak_ = transient_;
  public type yield = let_;
  public type Self = (class_ : class_, this : await_) -> async actor {
    actor_ : shared { actor_ : Nat; system_ : Nat } -> async {
        #actor_;
        #persistent_ : Nat;
      };
    await_ : shared (enum, include_, system_) -> async ([readonly], asserts);
    class_ : shared class_ -> async class__;
    class__ : shared class__ -> async class_;
    composite_query : shared composite query (await_, do_) -> async (
        if_,
        else_,
      );
    constructor : shared mixin_ -> async mixin_;
    func_ : if_;
    oneway : shared async_ -> ();
    query_ : shared query (
        new : switch_,
        delete : actor_,
        type_ : yield,
      ) -> async (default : static);
    system_ : shared () -> async ();
    then : shared query {
        catch_ : Nat;
        then : shared () -> async ();
      } -> async ();
    toString : shared { toString : Nat; valueOf : Nat } -> async ();
    true_ : shared { #true_; #false_ } -> async { true_ : Nat };
  }
}