export const idlFactory = ({ IDL }) => {
  const actor = IDL.Rec();
  const if_ = IDL.Rec();
  const switch_ = IDL.Rec();
  const class_2 = IDL.Record({
    'do' : IDL.Bool,
    'function' : IDL.Text,
    'actor' : IDL.Int,
    'async' : IDL.Int,
    'class' : IDL.Nat,
    'type' : IDL.Nat8,
    'while' : IDL.Nat,
  });
  const class_ = IDL.Variant({
    'class_' : class_2,
    'import' : IDL.Null,
    'composite' : IDL.Null,
    'actor' : IDL.Null,
    'class' : IDL.Null,
    'null' : IDL.Null,
    'query' : IDL.Null,
    'default' : IDL.Nat,
    'null_' : IDL.Null,
  });
  const await_ = IDL.Opt(class_);
  const enum_ = IDL.Variant({ 'enum' : IDL.Null });
  const debug = IDL.Nat16;
  const include = IDL.Vec(debug);
  const system_ = IDL.Principal;
  const system = IDL.Record({ 'system' : system_ });
  const keyof = IDL.Nat;
  const infer = IDL.Vec(keyof);
  const unique = IDL.Opt(infer);
  const readonly = IDL.Record({ 'readonly' : unique });
  const intrinsic = IDL.Text;
  const asserts = IDL.Record({ 'asserts' : intrinsic });
  const do_ = IDL.Tuple(IDL.Nat, class_2);
  switch_.fill(IDL.Variant({ 'case' : IDL.Opt(switch_), 'break' : IDL.Null }));
  const else_ = IDL.Service({
    'return' : if_,
    'throw' : IDL.Func([switch_], [], ['oneway']),
  });
  if_.fill(IDL.Func([if_], [else_], ['query']));
  const is = IDL.Nat;
  const of = is;
  const as = of;
  const module = as;
  const namespace = module;
  const declare = namespace;
  const global = declare;
  const globalThis = global;
  const undefined = globalThis;
  const arguments_ = undefined;
  const eval_ = arguments_;
  const require = eval_;
  const exports = require;
  const constructor = exports;
  const prototype = constructor;
  const __proto__ = prototype;
  const persistent = __proto__;
  const transient_ = persistent;
  const weak = transient_;
  const implicit = weak;
  const mixin = implicit;
  const async = IDL.Vec(class_2);
  actor.fill(IDL.Record({ 'actor' : IDL.Opt(actor) }));
  const let_ = IDL.Nat;
  const yield_ = let_;
  const static_ = IDL.Text;
  return IDL.Service({
    'actor' : IDL.Func(
        [IDL.Record({ 'actor' : IDL.Nat, 'system' : IDL.Nat })],
        [IDL.Variant({ 'actor' : IDL.Null, 'persistent' : IDL.Nat })],
        [],
      ),
    'await' : IDL.Func(
        [enum_, include, system],
        [IDL.Vec(readonly), asserts],
        [],
      ),
    'class' : IDL.Func([class_2], [class_], []),
    'class_' : IDL.Func([class_], [class_2], []),
    'composite_query' : IDL.Func(
        [await_, do_],
        [if_, else_],
        ['composite_query'],
      ),
    'constructor' : IDL.Func([mixin], [mixin], []),
    'func' : if_.getType(),
    'oneway' : IDL.Func([async], [], ['oneway']),
    'query' : IDL.Func([switch_, actor, yield_], [static_], ['query']),
    'system' : IDL.Func([], [], []),
    'then' : IDL.Func(
        [IDL.Record({ 'catch' : IDL.Nat, 'then' : IDL.Func([], [], []) })],
        [],
        ['query'],
      ),
    'toString' : IDL.Func(
        [IDL.Record({ 'toString' : IDL.Nat, 'valueOf' : IDL.Nat })],
        [],
        [],
      ),
    'true' : IDL.Func(
        [IDL.Variant({ 'true' : IDL.Null, 'false' : IDL.Null })],
        [IDL.Record({ 'true' : IDL.Nat })],
        [],
      ),
  });
};
export const init = ({ IDL }) => {
  const class_2 = IDL.Record({
    'do' : IDL.Bool,
    'function' : IDL.Text,
    'actor' : IDL.Int,
    'async' : IDL.Int,
    'class' : IDL.Nat,
    'type' : IDL.Nat8,
    'while' : IDL.Nat,
  });
  const class_ = IDL.Variant({
    'class_' : class_2,
    'import' : IDL.Null,
    'composite' : IDL.Null,
    'actor' : IDL.Null,
    'class' : IDL.Null,
    'null' : IDL.Null,
    'query' : IDL.Null,
    'default' : IDL.Nat,
    'null_' : IDL.Null,
  });
  const await_ = IDL.Opt(class_);
  return [class_2, await_];
};