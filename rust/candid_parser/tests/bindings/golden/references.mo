// This is a generated Motoko binding.
// Please use `import service "ic:canister_id"` instead to call canisters on the IC if possible.

module {
  public type alias = loop_;
  /// Functions and services as values: what they are at run time.
  public type fn = shared query Nat -> async fn;
  public type fn2 = fn;
  public type holder = {
    f : fn;
    s : peer;
    t : (peer, fn);
    v : {
      #fn : fn;
      #maybe : ?(shared fn -> async peer);
      #peer : peer;
      #inline : actor { a : fn };
    };
    f2 : fn2;
    of : ?fn;
    os : ?peer2;
    s2 : peer2;
    vf : [shared () -> ()];
    vs : [actor { inline : shared () -> async () }];
  };
  public type loop_ = shared loop_ -> async loop_;
  public type peer = actor {
    call : fn2;
    next : shared peer -> async ?peer;
    ping : shared () -> async ();
  };
  public type peer2 = peer;
  public type Self = (peer, fn, alias) -> async actor {
    alias : alias;
    fn2 : fn2;
    hold : shared holder -> async holder;
    loop_ : loop_;
    many : shared (
        peer,
        fn,
        shared (shared () -> async ()) -> async actor { x : fn },
      ) -> async (peer2, fn2);
    one : shared (shared Nat -> async ()) -> async (shared Nat -> ());
    opts : shared (
        ?(shared () -> async ()),
        ??(actor { a : shared () -> async () }),
      ) -> async (?fn, ?peer);
    service_arg : shared (actor { x : fn }) -> async actor { y : fn2 };
  }
}