;; module service
(module
  (@custom "icp:public candid:service" "// The counter.\ntype Count = nat;\nservice : { get : () -> (Count) query }\n")
  (@custom "icp:private candid:args" "(start : Count, owner : principal) // of the counter\n")
  (@custom "name" "kept")
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (result i32) unreachable))

;; module constructed
(module
  (@custom "icp:private candid:service" "service : (nat) -> { get : () -> (nat) query }")
  (@custom "icp:private candid:args" "(text)"))

;; module actor
(module
  (@custom "icp:public candid:service" "service : { get : () -> (nat) query }")
  (@custom "icp:public candid:args" "()"))

;; module pointer
(module
  (import "ic0" "msg_reply" (func $reply))
  (import "ic0" "debug_print" (func (param i32 i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "service : (nat) -> { get : () -> (nat) query }\00 rest")
  (global $address (mut i32) (i32.const 0))
  (func (export "canister_query get") call $reply)
  (func $start i32.const 16 global.set $address)
  (start $start)
  (func (export "get_candid_pointer") (result i32) global.get $address))

;; module pointer64
(module
  (memory (export "memory") i64 1)
  (data (i64.const 65500) "service : {}\00")
  (func (export "get_candid_pointer") (result i64) i64.const 65500))

;; module joined
(module
  (@custom "icp:public candid:args" "(opt text)")
  (memory (export "memory") 1)
  (data (i32.const 0) "service : {}\00")
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module empty
(module)

;; module twice
(module
  (@custom "icp:public candid:service" "service : {}")
  (@custom "icp:private candid:service" "service : {}"))

;; module binary
(module (@custom "icp:public candid:service" "service : {\ff}"))

;; module invalid
(module (@custom "icp:public candid:service" "service : {\n  get : () -> (Count) query }"))

;; module args
(module
  (@custom "icp:public candid:service" "service : {}")
  (@custom "icp:public candid:args" "(text"))

;; module unbound
(module
  (@custom "icp:public candid:service" "service : {}")
  (@custom "icp:public candid:args" "(Owner)"))

;; module imports
(module (@custom "icp:public candid:service" "import \"types.did\"; service : {}"))

;; module loop
(module
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (result i32) (loop $l br $l) i32.const 0))

;; module start
(module
  (memory (export "memory") 1)
  (func $start (loop $l br $l))
  (start $start)
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module deep
(module
  (memory (export "memory") 1)
  (func $f (export "get_candid_pointer") (result i32) call $f))

;; module large
(module
  (memory (export "memory") 65536)
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module growing
(module
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (result i32)
    (loop $l (br_if $l (i32.ne (memory.grow (i32.const 1024)) (i32.const -1))))
    unreachable))

;; module denied
(module
  (memory (export "memory") 1 1)
  (data (i32.const 8) "service : {}")
  (func (export "get_candid_pointer") (result i32) (local $n i32)
    (loop $l
      (drop (memory.grow (i32.const 1)))
      (br_if $l (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 100000))))
    i32.const 8))

;; module granted
(module
  (table $t 0 funcref)
  (memory (export "memory") 1)
  (data (i32.const 8) "service : {}")
  (func (export "get_candid_pointer") (result i32)
    (loop $l (br_if $l (i32.lt_u (table.grow $t (ref.null func) (i32.const 1)) (i32.const 300000))))
    i32.const 8))

;; module filled
(module
  (memory (export "memory") 4096)
  (func (export "get_candid_pointer") (result i32)
    (loop $l (memory.fill (i32.const 0) (i32.const 1) (i32.const 0x10000000)) br $l)
    unreachable))

;; module table
(module
  (table 4000000000 funcref)
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module calls
(module
  (import "ic0" "time" (func $time (result i64)))
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (result i32) call $time i32.wrap_i64))

;; module imported
(module
  (import "env" "memory" (memory 1))
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module outside
(module
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (result i32) i32.const -1))

;; module unended
(module
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (result i32)
    (memory.fill (i32.const 0) (i32.const 97) (i32.const 65536)) i32.const 0))

;; module bytes
(module
  (memory (export "memory") 1)
  (data (i32.const 0) "\ff\00")
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module unnamed
(module
  (memory 1)
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module signature
(module
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (param i32) (result i32) i32.const 0))

;; module global
(module (global (export "get_candid_pointer") i32 (i32.const 0)))

;; module wide
(module
  (memory (export "memory") 1)
  (type (func (result i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)))
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module lines
(module
  (import "e" "f\0a::warning::all is well" (func $f (result i32)))
  (memory (export "memory") 1)
  (func (export "get_candid_pointer") (result i32) call $f))

;; module lines_of_memory
(module
  (import "e" "\0a::warning::all is well" (memory 1))
  (func (export "get_candid_pointer") (result i32) i32.const 0))

;; module long
(module
  (memory (export "memory") 512)
  (func (export "get_candid_pointer") (result i32)
    (memory.fill (i32.const 0) (i32.const 40) (i32.const 0x1000001)) i32.const 0))
