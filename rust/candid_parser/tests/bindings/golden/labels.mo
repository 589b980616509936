// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  public type cases = { #_0_ ; #_7_  : Nat; #_7__ : Nat8; #__proto___ : proto };
  public type empty_case = { #_0_; #some : Nat };
  public type empty_name = { _0_ : Nat };
  public type numbers = {
    _0_  : Nat;
    _2_  : Text;
    _11914_ : Nat;
    _5 : Nat;
    _0__ : Nat;
    _2__ : Text;
    _0x5__ : Nat;
    _4294967295_  : Bool;
  };
  public type odd = {
    _49_ : Nat;
    __ : Nat;
    _96_ : Nat;
    a : Nat;
    _9413_ : Nat;
    _10528_ : Nat;
    ___ : Nat;
    a__ : Nat;
    _43654_ : Nat;
    _4830947_ : Nat;
    _4833846_ : Nat;
    _11267466_ : Nat;
    _11864174_ : Nat;
    _405367964_ : Nat;
    _498830272_ : Nat;
    _1170181911_ : Nat;
    _1368155080_ : Nat;
    _1478320441_ : Nat;
    _1485916009_ : Nat;
    _2424984222_ : Nat;
    _2669435454_ : Nat;
  };
  public type odd_cases = {
    #_10_ : odd;
    #_34_;
    #_92_;
    #_1170181911_ : { _0_  : Nat };
    #_2424984222_ : Nat;
  };
  /// Labels that are no identifiers, or look like something else.
  public type proto = { __proto___ : Nat; constructor : Text };
  public type tuples = (
    { _0_  : Nat },
    (Nat, Text),
    {},
    { _1_  : Nat },
    { _0_  : ((Nat, Nat), ?Nat) },
  );
  public type very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them = {
    very_long_names_of_fields_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them : ?very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them;
  };
  public type Self = actor {
    get : shared (proto, numbers, cases, empty_name, empty_case) -> async (
        odd,
        odd_cases,
        tuples,
      );
    very_long_names_of_methods_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them : shared very_long_names_of_types_are_allowed_too_and_must_not_break_the_layout_of_what_is_printed_for_them -> ();
  }
}