/**
 * @file Interfaces of the Internet Computer (`.did`), as Candid's parser accepts them.
 * @license Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** Words that the lexer takes for types wherever a type may stand; as labels and names they are like any other. */
const PRIMITIVE_TYPES = [
  'nat', 'nat8', 'nat16', 'nat32', 'nat64',
  'int', 'int8', 'int16', 'int32', 'int64',
  'float32', 'float64',
  'bool', 'text', 'reserved', 'empty',
];

/** Types that are reserved words. */
const RESERVED_TYPES = ['null', 'principal', 'blob'];

/** What may follow the results of a function. */
const ANNOTATIONS = ['query', 'composite_query', 'oneway'];

/** Words that are names only in quotes. */
const RESERVED_WORDS = [
  ...RESERVED_TYPES, ...ANNOTATIONS,
  'opt', 'vec', 'record', 'variant', 'func', 'service', 'type', 'import', 'true', 'false',
];

// Numbers. Underscores may follow each digit.
const digit = (characters) => `[${characters}]_*`;
const digits = (n) => `(${digit('0-9')}){${n}}`;
const hexDigit = digit('0-9A-Fa-f');
const hexDigits = (n) => `(${hexDigit}){${n}}`;
const zeros = `(${digit('0')})*`;

/** The numbers of at most ten digits up to 4294967295. */
const ID = [
  digits('1,9'),
  ...[...'4294967295'].map((last, idx, all) => {
    const before = all.slice(0, idx).map(digit).join('');
    const least = idx === 0 ? 1 : 0;
    const rest = digits(9 - idx);
    return last > least ? `${before}${digit(`${least}-${last - 1}`)}${rest}` : '';
  }).filter(Boolean),
  [...'4294967295'].map(digit).join(''),
].join('|');

// Escapes.
const oneOf = (...alternatives) => `(${alternatives.join('|')})`;

/** A Unicode scalar value: at most 10FFFF, and not from D800 to DFFF. */
const SCALAR = zeros + oneOf(
  hexDigits('1,3'),
  digit('0-9A-Ca-cE-Fe-f') + hexDigits(3),
  digit('Dd') + digit('0-7') + hexDigits(2),
  digit('1-9A-Fa-f') + hexDigits(4),
  digit('1') + digit('0') + hexDigits(4),
);

/** The escaped bytes of one character in UTF-8. */
const UTF8 = (() => {
  const byte = (high, low = '0-9A-Fa-f') => `\\\\[${high}][${low}]`;
  const next = byte('89ABab');
  return oneOf(
    byte('0-7'),
    oneOf(byte('Cc', '2-9A-Fa-f'), byte('Dd')) + next,
    byte('Ee', '0') + byte('ABab') + next,
    byte('Ee', '1-9A-Ca-cEFef') + next + next,
    byte('Ee', 'Dd') + byte('89') + next,
    byte('Ff', '0') + byte('9ABab') + next + next,
    byte('Ff', '1-3') + next + next + next,
    byte('Ff', '4') + byte('8') + next + next,
  );
})();

/** A list in which each item but the last must be followed by the separator. */
const list = (open, item, separator, close) =>
  seq(open, repeat(seq(item, separator)), optional(item), close);

module.exports = grammar({
  name: 'candid',

  word: $ => $.identifier,

  externals: $ => [
    $.line_comment,
    $.doc_comment,
    $.block_comment,
    $._string_content,
    // In no rule, so that it is an error: the rest of the file.
    $._unclosed_comment,
    // The scanner never finds it. While the parser recovers from an error all of these are valid, even this one.
    $._never,
  ],

  extras: $ => [/[ \t\r\n]/, $.line_comment, $.doc_comment, $.block_comment],

  reserved: {
    global: _ => RESERVED_WORDS,
  },

  supertypes: $ => [$.type],

  rules: {
    source_file: $ => seq(
      repeat(seq($._declaration, ';')),
      optional($._declaration),
      optional(seq($.service, optional(';'))),
    ),

    _declaration: $ => choice($.import, $.type_definition, $._values),

    // Reserved words that are in no interface, only in values: what is reserved must be in some rule.
    _values: $ => seq(choice('true', 'false'), $._never),

    import: $ => seq('import', optional('service'), field('path', $.string)),

    type_definition: $ => seq(
      'type',
      field('name', alias($.identifier, $.type_identifier)),
      '=',
      field('type', $.type),
    ),

    // The service that the file describes.
    service: $ => seq(
      'service',
      field('name', optional($.identifier)),
      ':',
      optional(seq(field('init', $.arguments), '->')),
      field('type', choice($.methods, alias($.identifier, $.type_identifier))),
    ),

    type: $ => choice(
      $.primitive_type,
      alias($.identifier, $.type_identifier),
      $.opt_type,
      $.vec_type,
      $.record_type,
      $.variant_type,
      $.func_type,
      $.service_type,
    ),

    primitive_type: _ => choice(...PRIMITIVE_TYPES, ...RESERVED_TYPES),

    opt_type: $ => seq('opt', field('type', $.type)),

    vec_type: $ => seq('vec', field('type', $.type)),

    record_type: $ => seq('record', list('{', $.field, ';', '}')),

    field: $ => choice(
      seq(field('label', $._field_label), ':', field('type', $.type)),
      field('type', $.type),
    ),

    variant_type: $ => seq('variant', list('{', $.case, ';', '}')),

    case: $ => seq(
      field('label', choice($.identifier, $.string, $.number)),
      optional(seq(':', field('type', $.type))),
    ),

    func_type: $ => seq('func', $._signature),

    service_type: $ => seq('service', $.methods),

    methods: $ => list('{', $.method, ';', '}'),

    method: $ => seq(
      field('name', choice($.identifier, $.string)),
      ':',
      field('type', choice($.signature, alias($.identifier, $.type_identifier))),
    ),

    signature: $ => $._signature,

    _signature: $ => seq(
      field('arguments', $.arguments),
      '->',
      field('results', alias($.arguments, $.results)),
      repeat(field('annotation', $.annotation)),
    ),

    annotation: _ => choice(...ANNOTATIONS),

    arguments: $ => list('(', $.argument, ',', ')'),

    argument: $ => seq(
      optional(seq(field('name', $._argument_name), ':')),
      field('type', $.type),
    ),

    // Where a type may stand, the lexer takes `nat` for one, and `:` tells that it is a name.
    _field_label: $ => choice($._argument_name, $.number),

    _argument_name: $ => choice(
      $.identifier,
      alias(choice(...PRIMITIVE_TYPES), $.identifier),
      $.string,
    ),

    string: $ => seq(
      '"',
      repeat(choice(alias($._string_content, $.string_content), $.escape_sequence)),
      token.immediate('"'),
    ),

    escape_sequence: _ => token.immediate(new RustRegex(
      oneOf(String.raw`\\[nrt\\"']`, String.raw`\\u\{${SCALAR}\}`, UTF8),
    )),

    identifier: _ => /[A-Za-z_][A-Za-z0-9_]*/,

    // A field id, which is less than 2^32.
    number: _ => new RustRegex(oneOf(
      zeros + oneOf(ID, digit('0')),
      `0[xX]${zeros}${oneOf(hexDigits('1,8'), digit('0'))}`,
    )),
  },
});
