//! Words that target languages reserve, and names that the code generated for them uses.

/// Words that are not valid as names of constants in JavaScript, or were not in some version of it.
#[rustfmt::skip]
pub(crate) const JAVASCRIPT: &[&str] = &[
    "abstract", "arguments", "await", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "debugger", "default", "delete", "do", "double", "else", "enum", "eval", "export", "extends", "false",
    "final", "finally", "float", "for", "function", "goto", "if", "implements", "import", "in", "instanceof",
    "interface", "let", "long", "native", "new", "null", "package", "private", "protected", "public", "return",
    "short", "static", "super", "switch", "synchronized", "this", "throw", "throws", "transient", "true", "try",
    "typeof", "var", "void", "volatile", "while", "with", "yield",
];

/// The property that sets the prototype of an object literal in JavaScript.
pub(crate) const JAVASCRIPT_PROTO: &str = "__proto__";

/// Names that are invalid for types in TypeScript, or used for something else in generated files.
#[rustfmt::skip]
pub(crate) const TYPESCRIPT_TYPES: &[&str] = &[
    "ActorMethod", "Array", "BigInt64Array", "BigUint64Array", "IDL", "Int16Array", "Int32Array", "Int8Array",
    "Principal", "Uint16Array", "Uint32Array", "Uint8Array", "_SERVICE", "any", "as", "bigint", "infer", "intrinsic",
    "keyof", "never", "number", "object", "readonly", "string", "symbol", "undefined", "unique", "unknown",
];

/// Names that the clients for TypeScript use, besides those: of the runtime and of the library, and those that they export.
#[rustfmt::skip]
pub(crate) const TYPESCRIPT_CLIENT: &[&str] = &[
    "Actor", "ActorConfig", "AgentError", "ArrayBuffer", "Awaited", "CallError", "Client", "ErrOf", "Error", "ErrorOf",
    "FromCandid", "InitArgs", "JSON", "Object", "OkOf", "Promise", "RawActor", "Record", "ResultError", "ReturnType",
    "String", "ToCandid", "TypeError", "clientOf", "createClient", "decode", "describe", "encode", "encodeInit",
    "fromCandid", "idlFactory", "idlInitArgs", "idlService", "isNullable", "toCandid", "typedArray",
    "unwrap",
];

/// The method by which `await` knows a promise in JavaScript.
pub(crate) const JAVASCRIPT_THEN: &str = "then";

/// Python's keywords, but for those that are keywords in some places only.
#[rustfmt::skip]
pub(crate) const PYTHON: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
    "pass", "raise", "return", "try", "while", "with", "yield",
];

/// The first parameter of methods in Python, and the module in which annotations find what members hide.
pub(crate) const PYTHON_MEMBERS: &[&str] = &["builtins", "self"];

/// Names in upper case that Python has built in, and those that generated modules import or define.
#[rustfmt::skip]
pub(crate) const PYTHON_TYPES: &[&str] = &[
    "Any", "ArithmeticError", "AssertionError", "AsyncClient", "AsyncTransport", "AttributeError", "BaseException",
    "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError", "BufferError", "BytesWarning", "CandidError",
    "ChildProcessError", "Client", "Codec", "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError",
    "ConnectionResetError", "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning", "EnvironmentError",
    "Err", "Exception", "ExceptionGroup", "False", "FileExistsError", "FileNotFoundError", "FloatingPointError",
    "Func", "FutureWarning", "GeneratorExit", "GeneratorType", "Generic", "INIT", "IOError", "ImportError", "ImportWarning",
    "IndentationError", "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt",
    "LookupError", "METHODS", "MemoryError", "Method", "ModuleNotFoundError", "NameError", "NoReturn", "None",
    "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError", "Ok", "OverflowError",
    "PendingDeprecationWarning", "PermissionError", "Principal", "ProcessLookupError", "Protocol",
    "PythonFinalizationError", "RecursionError", "ReferenceError", "ResourceWarning", "ResultError", "RuntimeError",
    "RuntimeWarning", "Sequence", "Some", "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning",
    "SystemError", "SystemExit", "TYPES", "TabError", "TimeoutError", "Transport", "True", "TypeAlias", "TypeError",
    "TypeVar", "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError",
    "UnicodeTranslateError", "UnicodeWarning", "Union", "UserWarning", "ValueError", "Warning", "ZeroDivisionError",
];

/// Go's keywords.
#[rustfmt::skip]
pub(crate) const GO: &[&str] = &[
    "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto", "if",
    "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var",
];

/// What a generated package of Go declares besides the types of the interface.
#[rustfmt::skip]
pub(crate) const GO_TYPES: &[&str] = &[
    "Agent", "CandidError", "Client", "Empty", "EncodeInit", "Func", "LookupMethod", "Method", "NewClient",
    "ParsePrincipal", "Principal", "Type", "Types",
];

/// Names of methods for which `go vet` expects another signature.
#[rustfmt::skip]
pub(crate) const GO_METHODS: &[&str] = &[
    "GobDecode", "GobEncode", "MarshalJSON", "MarshalXML", "ReadByte", "ReadRune", "UnmarshalJSON", "UnmarshalXML",
    "UnreadByte", "UnreadRune", "WriteByte",
];

/// Motoko's keywords.
#[rustfmt::skip]
pub(crate) const MOTOKO: &[&str] = &[
    "actor", "and", "assert", "async", "await", "break", "case", "catch", "class", "composite", "continue", "debug",
    "debug_show", "do", "else", "false", "finally", "flexible", "for", "from_candid", "func", "if", "ignore", "implicit",
    "import", "in", "include", "label", "let", "loop", "mixin", "module", "not", "null", "object", "or", "persistent", "private",
    "public", "query", "return", "shared", "stable", "switch", "system", "throw", "to_candid", "transient", "true",
    "try", "type", "var", "weak", "while", "with",
];

/// Names of types that generated Motoko uses.
#[rustfmt::skip]
pub(crate) const MOTOKO_TYPES: &[&str] = &[
    "Any", "Blob", "Bool", "Float", "Float32", "Int", "Int16", "Int32", "Int64", "Int8", "Nat", "Nat16", "Nat32",
    "Nat64", "Nat8", "None", "Null", "Principal", "Text",
];

/// Rust's keywords that are identifiers with `r#`.
#[rustfmt::skip]
pub(crate) const RUST: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Words that are not identifiers in Rust even with `r#`.
pub(crate) const RUST_NEVER: &[&str] = &["_", "Self", "crate", "self", "super"];

/// Names of types that generated Rust uses.
#[rustfmt::skip]
pub(crate) const RUST_TYPES: &[&str] = &[
    "Box", "CandidType", "Deserialize", "Option", "Principal", "String", "Vec",
];

/// Names of values that generated Rust uses; a tuple struct also defines a function of its name.
pub(crate) const RUST_VALUES: &[&str] = &["Err", "None", "Ok", "Some"];

/// Returns the field id that JavaScript libraries read a property of this name as, such as `_5_` or `_0x5_`, if they do.
pub(crate) fn read_as_number(name: &str) -> Option<u32> {
    let inner = name.strip_prefix('_')?.strip_suffix('_')?;
    let (digits, radix) = match inner.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (inner, 10),
    };
    // A sign is not a digit.
    if !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok()
}

/// Returns the words of a name, each with its first letter in upper case: what types are called in Go and Python, and methods in Go.
pub(crate) fn upper(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let mut out = String::new();
    for word in words {
        let mut chars = word.chars();
        out.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(chars.as_str());
    }
    out
}
