; No two patterns are for one node, so their order does not matter: editors differ in which of two they prefer.

[(line_comment) (block_comment)] @comment
(doc_comment) @comment.documentation

["import" "type" "opt" "vec" "record" "variant" "func" "service"] @keyword
(annotation) @attribute

(primitive_type) @type.builtin
(type_identifier) @type

(service name: (identifier) @module)
(method name: (_) @function)
(argument name: (_) @variable.parameter)
(field label: [(identifier) (string)] @property)
(case label: [(identifier) (string)] @constant)
(number) @number
(import path: (string) @string)
(escape_sequence) @string.escape

["=" "->"] @operator
["{" "}" "(" ")"] @punctuation.bracket
[";" "," ":"] @punctuation.delimiter
