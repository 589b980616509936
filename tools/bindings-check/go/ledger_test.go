package ledger_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"example.com/app/ledger"
)

// fake is an agent that a function answers for.
type fake func(isQuery bool, method *ledger.Method, args []any) ([]any, error)

func (f fake) call(isQuery bool, name string, arg []byte) ([]byte, error) {
	method := ledger.LookupMethod(name)
	args, err := method.DecodeArgs(arg)
	if err != nil {
		return nil, err
	}
	results, err := f(isQuery, method, args)
	if err != nil {
		return nil, err
	}
	return method.EncodeResults(results...)
}

func (f fake) Query(_ context.Context, canister []byte, method string, arg []byte) ([]byte, error) {
	return f.call(true, method, arg)
}

func (f fake) Update(_ context.Context, canister []byte, method string, arg []byte) ([]byte, error) {
	return f.call(false, method, arg)
}

func client(f fake) *ledger.Client {
	return ledger.NewClient(f, ledger.Principal{})
}

var errNoRoute = errors.New("no route")

func account() ledger.Account {
	subaccount := []byte{1, 2}
	return ledger.Account{Owner: ledger.Principal{Raw: "\x04"}, Subaccount: &subaccount}
}

func TestCalls(t *testing.T) {
	ctx := context.Background()
	huge := new(big.Int).Lsh(big.NewInt(1), 200)
	balance, err := client(func(isQuery bool, _ *ledger.Method, args []any) ([]any, error) {
		if !isQuery || !reflect.DeepEqual(args, []any{account()}) {
			t.Errorf("%v %v", isQuery, args)
		}
		return []any{huge}, nil
	}).BalanceOf(ctx, account())
	if err != nil || balance.Cmp(huge) != 0 {
		t.Error(balance, err)
	}

	none := (*uint64)(nil)
	for _, memo := range []**uint64{nil, &none} {
		result, err := client(func(isQuery bool, _ *ledger.Method, args []any) ([]any, error) {
			if isQuery || !reflect.DeepEqual(args[2], memo) {
				t.Errorf("%v %v", isQuery, args)
			}
			return []any{ledger.TransferResultErr{Value: ledger.TransferErrorBadFee{ExpectedFee: big.NewInt(10)}}}, nil
		}).Transfer(ctx, account(), big.NewInt(5), memo)
		failed, isErr := result.(ledger.TransferResultErr)
		if fee, isFee := failed.Value.(ledger.TransferErrorBadFee); err != nil || !isErr || !isFee || fee.ExpectedFee.Int64() != 10 {
			t.Error(result, err)
		}
	}

	list := ledger.List(nil)
	for i := range 3 {
		list = &ledger.List2{Head: big.NewInt(int64(-i)), Tail: list}
	}
	total, length, err := client(func(_ bool, _ *ledger.Method, args []any) ([]any, error) {
		if !reflect.DeepEqual(args, []any{list}) {
			t.Error(args)
		}
		return []any{big.NewInt(-3), uint32(3)}, nil
	}).Sum(ctx, list)
	if err != nil || total.Int64() != -3 || length != 3 {
		t.Error(total, length, err)
	}

	isCalled := false
	err = client(func(bool, *ledger.Method, []any) ([]any, error) {
		isCalled = true
		return nil, nil
	}).Log(ctx, "é", ledger.Func{Method: "m"})
	if err != nil || !isCalled {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	refusing := client(func(bool, *ledger.Method, []any) ([]any, error) { return nil, errNoRoute })
	circle := &ledger.List2{Head: new(big.Int)}
	circle.Tail = circle
	_, negative := refusing.Transfer(ctx, account(), big.NewInt(-1), nil)
	_, missing := refusing.Transfer(ctx, account(), nil, nil)
	long := account()
	long.Owner.Raw = strings.Repeat("x", 30)
	_, tooLong := refusing.BalanceOf(ctx, long)
	_, _, endless := refusing.Sum(ctx, circle)
	_, unreachable := refusing.BalanceOf(ctx, account())
	_, noCase := ledger.Types.TransferError.Encode(nil)
	_, foreign := ledger.LookupMethod("balance_of").EncodeArgs(5)
	_, tooMany := ledger.LookupMethod("balance_of").EncodeArgs(5, 6)
	_, mistyped := ledger.ParsePrincipal("aaaaa-ab")
	_, noMessage := ledger.Types.Tokens.Decode([]byte("DIDX"))
	_, truncated := ledger.Types.Tokens.Decode([]byte("DIDL\x00\x01\x7d\x80"))
	_, surplus := ledger.Types.Tokens.Decode([]byte("DIDL\x00\x01\x7d\x00\x00"))
	_, other := ledger.Types.Account.Decode([]byte("DIDL\x01\x6c\x01\xb3\xb0\xda\xc3\x03\x71\x01\x00\x01a"))
	_, table := ledger.Types.Tokens.Decode([]byte("DIDL\x01\x6e\x05\x00"))
	for _, row := range []struct {
		err  error
		text string
	}{
		{negative, `calling "transfer": candid: argument 2: a nat below zero`},
		{missing, `calling "transfer": candid: argument 2: nil, which is not a number`},
		{tooLong, `calling "balance_of": candid: argument 1.owner: a principal of 30 bytes, more than 29`},
		{refusing.Log(ctx, "\xff", ledger.Func{}), `calling "log": candid: argument 1: text that is not UTF-8: "\xff"`},
		{unreachable, `calling "balance_of": no route`},
		{noCase, `candid: value: nil, which is not a case of the variant`},
		{foreign, `candid: argument 1: int, which is not assignable to ledger.Account`},
		{tooMany, `candid: 2 values, but there are 1 of the kind argument`},
		{mistyped, `candid: not a principal, or mistyped: "aaaaa-ab"`},
		{noMessage, `candid: header: not a message of Candid, which begins with DIDL at byte 0`},
		{truncated, `candid: value: a number that does not end at byte 7`},
		{surplus, `candid: 1 bytes behind the values at byte 8`},
		{other, `candid: value.owner: principal expected, found text`},
		{table, `candid: header, type 0: 5 is not a type at byte 7`},
	} {
		if fmt.Sprint(row.err) != row.text {
			t.Errorf("%v, expected %s", row.err, row.text)
		}
	}
	if !errors.Is(unreachable, errNoRoute) {
		t.Error(unreachable)
	}
	var asCandid *ledger.CandidError
	if !errors.As(tooLong, &asCandid) || asCandid.Path() != "argument 1.owner" {
		t.Error(tooLong)
	}
	if !strings.HasSuffix(endless.Error(), "….head: nested too deeply, or in a circle") && !strings.Contains(endless.Error(), "nested too deeply") {
		t.Error(endless)
	}
}

func TestInitAndPrincipals(t *testing.T) {
	message, err := ledger.EncodeInit(account(), nil)
	if err != nil || !strings.HasPrefix(string(message), "DIDL") {
		t.Error(message, err)
	}
	for _, text := range []string{"aaaaa-aa", "2vxsx-fae", "ryjl3-tyaaa-aaaaa-aaaba-cai", "rkp4c-7iaaa-aaaaa-aaaca-cai", "RYJL3-TYAAA-AAAAA-AAABA-CAI"} {
		p, err := ledger.ParsePrincipal(text)
		if err != nil || p.String() != strings.ToLower(text) {
			t.Error(p, err)
		}
		inJSON, err := json.Marshal(map[ledger.Principal]int{p: 1})
		if err != nil || string(inJSON) != `{"`+strings.ToLower(text)+`":1}` {
			t.Error(string(inJSON), err)
		}
	}
	for _, text := range []string{"", "aaaaa", "aaaaaaa", "aaaaa-aa-", "2vxsx-faf", "é", "r\u212ap4c-7iaaa-aaaaa-aaaca-cai", strings.Repeat("a", 99)} {
		if p, err := ledger.ParsePrincipal(text); err == nil {
			t.Error(text, p)
		}
	}
}

// Numbers around each length that they have in bytes.
func TestNumbers(t *testing.T) {
	for bits := range uint(300) {
		for delta := int64(-1); delta < 2; delta++ {
			n := new(big.Int).Lsh(big.NewInt(1), bits)
			n.Add(n, big.NewInt(delta))
			for _, n := range []*big.Int{n, new(big.Int).Neg(n)} {
				list := ledger.List(&ledger.List2{Head: n})
				message, err := ledger.Types.List.Encode(list)
				if err != nil {
					t.Fatal(err)
				}
				found, err := ledger.Types.List.Decode(message)
				if err != nil || found.Head.Cmp(n) != 0 || found.Tail != nil {
					t.Fatal(n, found, err)
				}
				if _, err := ledger.Types.Tokens.Encode(n); (err == nil) != (n.Sign() >= 0) {
					t.Fatal(n, err)
				}
			}
		}
	}
}

// The work is linear in the length of a message, also where much of it does not fit.
func TestDeepMessages(t *testing.T) {
	for _, n := range []int{1_000, 4_000, 20_000} {
		list := ledger.List(nil)
		for range n {
			list = &ledger.List2{Head: big.NewInt(1), Tail: list}
		}
		message, err := ledger.Types.List.Encode(list)
		if n > 5_000 {
			if err == nil {
				t.Error("not too deep")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		found, err := ledger.Types.List.Decode(message)
		if err != nil || !reflect.DeepEqual(found, list) {
			t.Error(err)
		}
		if n := testing.AllocsPerRun(1, func() { _, _ = ledger.Types.List.Decode(message) }); n > 8*float64(len(message)) {
			t.Errorf("%v allocations for %d bytes", n, len(message))
		}
	}
}

// A service may have a method whose type later versions of Candid have.
func TestFutureMethods(t *testing.T) {
	const message = "DIDL\x02\x69\x01\x01m\x01\x67\x00\x01\x00\x01\x00"
	if archive, err := ledger.Types.Archive.Decode([]byte(message)); err != nil || archive.Raw != "" {
		t.Error(archive, err)
	}
	for i, tag := range []string{"\x6e\x7d", "\x6c\x00"} {
		_, err := ledger.Types.Archive.Decode([]byte(strings.Replace(message, "\x67\x00", tag, 1)))
		if fmt.Sprint(err) != "candid: header: the method \"m\" is not a function at byte 12" {
			t.Error(i, err)
		}
	}
}

// The budget of a long message is also right where int has 32 bits.
func TestLongMessages(t *testing.T) {
	subaccount := make([]byte, 17<<20)
	message, err := ledger.Types.Account.Encode(ledger.Account{Subaccount: &subaccount})
	if err != nil {
		t.Fatal(err)
	}
	found, err := ledger.Types.Account.Decode(message)
	if err != nil || len(*found.Subaccount) != len(subaccount) {
		t.Error(err)
	}
}

// All memory that decoding takes is within the bound that docs/go.md has, and that is enough for old messages.
func TestMemory(t *testing.T) {
	const n = 50_000
	profiles := binary.AppendUvarint([]byte("DIDL\x02\x6d\x01\x6c\x01"), 'i'*223+'d')
	profiles = binary.AppendUvarint(append(profiles, "\x7b\x01\x00"...), n)
	profiles = append(profiles, make([]byte, n)...)
	slots := binary.AppendUvarint([]byte("DIDL\x01\x6d\x7f\x01\x00"), 1<<40)
	for _, row := range []struct {
		message []byte
		decode  func(message []byte) (int, error)
		length  int
		err     string
	}{
		{profiles, func(message []byte) (int, error) {
			found, err := ledger.Types.Profiles.Decode(message)
			return len(found), err
		}, n, "<nil>"},
		{slots, func(message []byte) (int, error) {
			found, err := ledger.Types.Slots.Decode(message)
			return len(found), err
		}, 0, "too many values for the length of the message"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		length, err := row.decode(row.message)
		runtime.ReadMemStats(&after)
		if length != row.length || !strings.Contains(fmt.Sprint(err), row.err) {
			t.Error(length, err)
		}
		largest := uint64(reflect.TypeFor[ledger.Profile]().Size())
		used, most := after.TotalAlloc-before.TotalAlloc, 2<<20+(128+largest)*uint64(len(row.message))
		if used > most {
			t.Errorf("%d bytes of memory, more than %d, for a message of %d", used, most, len(row.message))
		}
	}
}
