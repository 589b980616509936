; A file is one scope, whose types may refer to each other in any order. Arguments, fields and cases are only labels.
(source_file) @local.scope

(type_definition name: (type_identifier) @local.definition.type)

(type/type_identifier) @local.reference
(method type: (type_identifier) @local.reference)
(service type: (type_identifier) @local.reference)
