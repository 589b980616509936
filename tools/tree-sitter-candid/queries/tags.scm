(type_definition name: (type_identifier) @name) @definition.type
(service name: (identifier) @name) @definition.module
(method name: (identifier) @name) @definition.method
(method name: (string (string_content) @name)) @definition.method

(type/type_identifier) @name @reference.type
(method type: (type_identifier) @name @reference.type)
(service type: (type_identifier) @name @reference.type)
