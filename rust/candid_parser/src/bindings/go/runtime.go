package candid

import (
	"cmp"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Principal identifies a canister or a user. The zero value is the management canister.
//
// Principals of generated packages convert to each other: a.Principal(p).
type Principal struct {
	// Raw has the bytes, of which there are at most 29.
	Raw string
}

var principalEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// ParsePrincipal returns the principal that a text such as "aaaaa-aa" stands for.
func ParsePrincipal(text string) (Principal, error) {
	// Unlike strings.ToLower, which has a "k" for the sign of the kelvin.
	lower := strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		return c
	}, text)
	bytes, err := principalEncoding.DecodeString(strings.ReplaceAll(lower, "-", ""))
	if err != nil || len(bytes) < 4 || len(bytes) > 4+maxPrincipal {
		return Principal{}, &CandidError{Reason: fmt.Sprintf("not a principal: %.80q", text)}
	}
	p := Principal{string(bytes[4:])}
	if p.String() != lower {
		return Principal{}, &CandidError{Reason: fmt.Sprintf("not a principal, or mistyped: %.80q", text)}
	}
	return p, nil
}

// String returns the text of the principal, which has a checksum and groups of five characters.
func (p Principal) String() string {
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(p.Raw)))
	text := principalEncoding.EncodeToString(append(sum, p.Raw...))
	groups := slices.Collect(slices.Chunk([]byte(text), 5))
	parts := make([]string, len(groups))
	for i, group := range groups {
		parts[i] = string(group)
	}
	return strings.Join(parts, "-")
}

// MarshalText returns the text of the principal: JSON has that.
func (p Principal) MarshalText() ([]byte, error) {
	return []byte(p.String()), nil
}

// UnmarshalText is the inverse of MarshalText.
func (p *Principal) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePrincipal(string(text))
	return err
}

// A Func is a reference to a method of a canister.
type Func struct {
	Canister Principal
	Method   string
}

// Empty is the type of types that have no values.
type Empty interface{ empty() }

// A CandidError says why a message does not have the expected types, or why a value has no message.
type CandidError struct {
	Reason string
	// path has the way to the value, its end first.
	path []string
	// isMismatch is set if the message is valid, but the value is not one of the expected type.
	isMismatch bool
}

// Path returns where the value is, such as "argument 1.owner[3]".
func (e *CandidError) Path() string {
	const most = 64
	path := slices.Clone(e.path[max(0, len(e.path)-most):])
	slices.Reverse(path)
	if len(e.path) > most {
		path = append(path, "…")
	}
	return strings.Join(path, "")
}

func (e *CandidError) Error() string {
	if len(e.path) == 0 {
		return "candid: " + e.Reason
	}
	return "candid: " + e.Path() + ": " + e.Reason
}

func (e *CandidError) in(place string) *CandidError {
	e.path = append(e.path, place)
	return e
}

func (e *CandidError) inField(f *candidField) *CandidError {
	name := f.name
	if name == "" || !strings.Contains(strconv.Quote(name), name) || strings.ContainsAny(name, " .[]:") {
		name = strconv.Quote(name)
	}
	return e.in("." + name)
}

func (e *CandidError) inItem(i uint64) *CandidError {
	return e.in("[" + strconv.FormatUint(i, 10) + "]")
}

func invalid(format string, args ...any) *CandidError {
	return &CandidError{Reason: fmt.Sprintf(format, args...)}
}

const (
	maxPrincipal = 29
	// maxDepth is how deep values and types may be nested.
	maxDepth = 10_000
	// baseCost and costPerByte are how many bytes of memory the values of a message may take, whatever its length and in
	// addition for each of its bytes, which also pays for a value of the largest type: a byte may be a record whose other
	// fields are missing. A value takes at least 8, also if it has none in the message, which could have billions of such.
	baseCost    = 1 << 21
	costPerByte = 128
)

// largestSize is the size of the largest type of the interface.
var largestSize = func() (size int64) {
	for i := range candidTypes {
		if t := candidTypes[i].goType; t != nil {
			size = max(size, int64(t.Size()))
		}
		for _, f := range candidTypes[i].fields {
			if f.goType != nil {
				size = max(size, int64(f.goType.Size()))
			}
		}
	}
	return size
}()

// Types as messages number them.
const (
	opNull = -1 - iota
	opBool
	opNat
	opInt
	opNat8
	opNat16
	opNat32
	opNat64
	opInt8
	opInt16
	opInt32
	opInt64
	opFloat32
	opFloat64
	opText
	opReserved
	opEmpty
	opOpt
	opVec
	opRecord
	opVariant
	opFunc
	opService
	opPrincipal
	opFuture
)

var opNames = strings.Fields("null bool nat int nat8 nat16 nat32 nat64 int8 int16 int32 int64 float32 float64 text reserved " +
	"empty opt vec record variant func service principal")

func opName(op int) string {
	if op <= opFuture {
		return "a type of the future"
	}
	return opNames[-1-op]
}

// A candidType is an entry of a table of types. Others refer to it by its index; a negative one is that of a primitive type.
type candidType struct {
	op     int
	goType reflect.Type
	elem   int
	// fields are those of a record, the cases of a variant or the methods of a service, by id or name.
	fields  []candidField
	args    []int
	results []int
	mode    byte
	// isZeroSized is set for records of a message once one has taken no bytes: then none does.
	isZeroSized bool
}

type candidField struct {
	id     uint32
	name   string
	ref    int
	goType reflect.Type
	// at is the position in the struct of a record.
	at int
}

func opOf(types []candidType, ref int) int {
	if ref < 0 {
		return ref
	}
	return types[ref].op
}

// isOptional returns whether a field of the type may be missing.
func isOptional(types []candidType, ref int) bool {
	op := opOf(types, ref)
	return op == opOpt || op == opNull || op == opReserved
}

// isNilable returns whether the values of the type are never nil, so nil is null in an option of them.
func isNilable(ref int) bool {
	op := opOf(candidTypes, ref)
	return op == opNat || op == opInt || op == opVariant
}

// goType returns the type that a pointer is to. Unlike reflect.TypeFor, it is compiled once.
func goType(pointer any) reflect.Type {
	return reflect.TypeOf(pointer).Elem()
}

// A Type encodes and decodes values of a type of the interface, each as a message of its own.
type Type[T any] struct{ ref int }

// Encode returns the message of a value.
func (t Type[T]) Encode(value T) ([]byte, error) {
	return encode([]int{t.ref}, "value", &value)
}

// Decode returns the value of a message.
func (t Type[T]) Decode(message []byte) (value T, err error) {
	err = decode(message, []int{t.ref}, "value", &value)
	return value, err
}

// encode returns the message of the values that the pointers point to.
func encode(refs []int, what string, pointers ...any) ([]byte, error) {
	e := encoder{out: header(refs)}
	for i, pointer := range pointers {
		if err := e.value(refs[i], reflect.ValueOf(pointer).Elem(), 0); err != nil {
			return nil, err.in(place(what, i))
		}
	}
	return e.out, nil
}

func place(what string, i int) string {
	if what == "value" {
		return what
	}
	return what + " " + strconv.Itoa(i+1)
}

// header returns the start of messages of values of these types: the types that they need.
func header(refs []int) []byte {
	var order []int
	seen := map[int]int{}
	number := func(ref int) int {
		if ref < 0 {
			return ref
		}
		index, ok := seen[ref]
		if !ok {
			index = len(order)
			seen[ref] = index
			order = append(order, ref)
		}
		return index
	}
	appendRefs := func(out []byte, refs []int) []byte {
		out = binary.AppendUvarint(out, uint64(len(refs)))
		for _, ref := range refs {
			out = appendInt(out, int64(number(ref)))
		}
		return out
	}
	ends := appendRefs(nil, refs)
	var table []byte
	for i := 0; i < len(order); i++ {
		t := &candidTypes[order[i]]
		table = appendInt(table, int64(t.op))
		switch t.op {
		case opOpt, opVec:
			table = appendInt(table, int64(number(t.elem)))
		case opFunc:
			table = appendRefs(appendRefs(table, t.args), t.results)
			if t.mode == 0 {
				table = append(table, 0)
			} else {
				table = append(table, 1, t.mode)
			}
		default:
			table = binary.AppendUvarint(table, uint64(len(t.fields)))
			for _, f := range t.fields {
				if t.op == opService {
					table = append(binary.AppendUvarint(table, uint64(len(f.name))), f.name...)
				} else {
					table = binary.AppendUvarint(table, uint64(f.id))
				}
				table = appendInt(table, int64(number(f.ref)))
			}
		}
	}
	out := binary.AppendUvarint([]byte("DIDL"), uint64(len(order)))
	return append(append(out, table...), ends...)
}

func appendInt(out []byte, n int64) []byte {
	for n < -64 || n > 63 {
		out = append(out, byte(n)|0x80)
		n >>= 7
	}
	return append(out, byte(n)&0x7f)
}

// appendBig appends a number of any size, seven bits in a byte.
func appendBig(out []byte, n *big.Int, isSigned bool) []byte {
	flip := byte(0)
	if n.Sign() < 0 {
		n, flip = new(big.Int).Not(n), 0x7f
	}
	groups := max((n.BitLen()+6)/7, 1)
	if isSigned {
		groups = n.BitLen()/7 + 1
	}
	bytes := n.Bytes()
	buffer, bits := uint(0), 0
	for ; groups > 0; groups-- {
		if end := len(bytes); bits < 7 && end > 0 {
			buffer |= uint(bytes[end-1]) << bits
			bytes, bits = bytes[:end-1], bits+8
		}
		group := byte(buffer&0x7f) ^ flip
		buffer, bits = buffer>>7, max(bits-7, 0)
		if groups > 1 {
			group |= 0x80
		}
		out = append(out, group)
	}
	return out
}

type encoder struct{ out []byte }

func (e *encoder) bytes(bytes string) {
	e.out = append(binary.AppendUvarint(e.out, uint64(len(bytes))), bytes...)
}

func (e *encoder) text(text string) *CandidError {
	if !utf8.ValidString(text) {
		return invalid("text that is not UTF-8: %.40q", text)
	}
	e.bytes(text)
	return nil
}

func (e *encoder) principal(p Principal) *CandidError {
	if len(p.Raw) > maxPrincipal {
		return invalid("a principal of %d bytes, more than %d", len(p.Raw), maxPrincipal)
	}
	e.out = append(e.out, 1)
	e.bytes(p.Raw)
	return nil
}

func (e *encoder) value(ref int, v reflect.Value, depth int) *CandidError {
	if depth > maxDepth {
		return invalid("nested too deeply, or in a circle")
	}
	switch op := opOf(candidTypes, ref); op {
	case opNull, opReserved:
	case opBool:
		bit := byte(0)
		if v.Bool() {
			bit = 1
		}
		e.out = append(e.out, bit)
	case opNat, opInt:
		n := v.Interface().(*big.Int)
		if n == nil {
			return invalid("nil, which is not a number")
		}
		if op == opNat && n.Sign() < 0 {
			return invalid("a nat below zero")
		}
		e.out = appendBig(e.out, n, op == opInt)
	case opNat8:
		e.out = append(e.out, byte(v.Uint()))
	case opNat16:
		e.out = binary.LittleEndian.AppendUint16(e.out, uint16(v.Uint()))
	case opNat32:
		e.out = binary.LittleEndian.AppendUint32(e.out, uint32(v.Uint()))
	case opNat64:
		e.out = binary.LittleEndian.AppendUint64(e.out, v.Uint())
	case opInt8:
		e.out = append(e.out, byte(v.Int()))
	case opInt16:
		e.out = binary.LittleEndian.AppendUint16(e.out, uint16(v.Int()))
	case opInt32:
		e.out = binary.LittleEndian.AppendUint32(e.out, uint32(v.Int()))
	case opInt64:
		e.out = binary.LittleEndian.AppendUint64(e.out, uint64(v.Int()))
	case opFloat32:
		e.out = binary.LittleEndian.AppendUint32(e.out, math.Float32bits(v.Interface().(float32)))
	case opFloat64:
		e.out = binary.LittleEndian.AppendUint64(e.out, math.Float64bits(v.Float()))
	case opText:
		return e.text(v.String())
	case opPrincipal, opService:
		return e.principal(v.Interface().(Principal))
	case opFunc:
		f := v.Interface().(Func)
		e.out = append(e.out, 1)
		if err := e.principal(f.Canister); err != nil {
			return err
		}
		return e.text(f.Method)
	case opOpt:
		if v.IsNil() {
			e.out = append(e.out, 0)
			return nil
		}
		e.out = append(e.out, 1)
		if elem := candidTypes[ref].elem; isNilable(elem) {
			return e.value(elem, v, depth+1)
		} else {
			return e.value(elem, v.Elem(), depth+1)
		}
	case opVec:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			e.out = append(binary.AppendUvarint(e.out, uint64(v.Len())), v.Bytes()...)
			return nil
		}
		e.out = binary.AppendUvarint(e.out, uint64(v.Len()))
		for i := range v.Len() {
			if err := e.value(candidTypes[ref].elem, v.Index(i), depth+1); err != nil {
				return err.inItem(uint64(i))
			}
		}
	case opRecord:
		if v.Kind() != reflect.Struct {
			return invalid("a type that has no values")
		}
		for i := range candidTypes[ref].fields {
			f := &candidTypes[ref].fields[i]
			if err := e.value(f.ref, v.Field(f.at), depth+1); err != nil {
				return err.inField(f)
			}
		}
	case opVariant:
		return e.variant(&candidTypes[ref], v.Elem(), depth)
	default:
		return invalid("a type that has no values")
	}
	return nil
}

func (e *encoder) variant(t *candidType, v reflect.Value, depth int) *CandidError {
	if v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() {
		return invalid("nil, which is not a case of the variant")
	}
	for i := range t.fields {
		f := &t.fields[i]
		if f.goType != v.Type() {
			continue
		}
		e.out = binary.AppendUvarint(e.out, uint64(i))
		payload := f.payload(v)
		if err := e.value(f.ref, payload, depth+1); err != nil {
			return err.inField(f)
		}
		return nil
	}
	return invalid("%s, which is not a case of the variant", v.Type())
}

// payload returns what has the value of a case: the struct of the case is that of a record without a name.
func (f *candidField) payload(v reflect.Value) reflect.Value {
	if f.ref == opNull || f.ref >= 0 && candidTypes[f.ref].goType == f.goType {
		return v
	}
	return v.Field(0)
}

// decode sets what the pointers point to to the values of a message, or leaves them zero.
func decode(message []byte, refs []int, what string, pointers ...any) error {
	budget := baseCost + (costPerByte+largestSize)*int64(len(message))
	d := &decoder{in: message, budget: min(budget, math.MaxInt)}
	err := d.message(refs, what, pointers)
	if err == nil {
		return nil
	}
	for _, pointer := range pointers {
		reflect.ValueOf(pointer).Elem().SetZero()
	}
	return err
}

// A decoder takes a message apart. Each of its methods that reads a value reads all of it, also if the value is not one of the
// expected type: then an option around it is null, and what follows can be read.
type decoder struct {
	in     []byte
	pos    int
	budget int64
	// types are those of the message.
	types []candidType
	// subtypes has what is known of pairs of types: those of the message and the expected ones.
	subtypes map[typePair]bool
	// assumed has the pairs that the current comparison has added.
	assumed []typePair
}

func (d *decoder) message(refs []int, what string, pointers []any) *CandidError {
	args, err := d.header()
	if err != nil {
		return err.in("header")
	}
	var failed *CandidError
	for i := range max(len(args), len(refs)) {
		var err *CandidError
		switch {
		case i >= len(refs):
			err = d.skip(args[i], 0)
		case i < len(args):
			err = d.value(args[i], refs[i], reflect.ValueOf(pointers[i]).Elem(), 0)
		case !isOptional(candidTypes, refs[i]):
			err = invalid("missing")
		}
		if err != nil && !err.isMismatch {
			return err.in(place(what, i))
		}
		if err != nil && failed == nil {
			failed = err.in(place(what, i))
		}
	}
	if failed == nil && d.pos != len(d.in) {
		failed = d.invalid("%d bytes behind the values", len(d.in)-d.pos)
	}
	return failed
}

func (d *decoder) invalid(format string, args ...any) *CandidError {
	err := invalid(format, args...)
	err.Reason += " at byte " + strconv.Itoa(d.pos)
	return err
}

func mismatch(format string, args ...any) *CandidError {
	err := invalid(format, args...)
	err.isMismatch = true
	return err
}

func (d *decoder) charge(cost int64) *CandidError {
	d.budget -= cost
	if d.budget < 0 {
		return d.tooMany()
	}
	return nil
}

func (d *decoder) tooMany() *CandidError {
	return d.invalid("too many values for the length of the message")
}

// take returns the next bytes.
func (d *decoder) take(n uint64) ([]byte, *CandidError) {
	if left := uint64(len(d.in) - d.pos); n > left {
		return nil, d.invalid("%d bytes expected, but only %d are left", n, left)
	}
	bytes := d.in[d.pos : d.pos+int(n)]
	d.pos += int(n)
	return bytes, nil
}

// uint returns a number of at most 64 bits.
func (d *decoder) uint() (uint64, *CandidError) {
	n, size := binary.Uvarint(d.in[d.pos:])
	if size <= 0 {
		return 0, d.invalid("not a number of at most 64 bits")
	}
	d.pos += size
	return n, nil
}

// count returns the number of items, each of which takes at least some bytes.
func (d *decoder) count(size int) (int, *CandidError) {
	n, err := d.uint()
	if err == nil && n > uint64((len(d.in)-d.pos)/size) {
		err = d.invalid("%d items, more than there are bytes for", n)
	}
	return int(n), err
}

// ref returns a type of the header.
func (d *decoder) ref() (int, *CandidError) {
	n, err := d.int()
	if err == nil && (n >= int64(len(d.types)) || n < opEmpty && n != opPrincipal) {
		err = d.invalid("%d is not a type", n)
	}
	return int(n), err
}

// int returns a signed number of at most 64 bits.
func (d *decoder) int() (int64, *CandidError) {
	n := int64(0)
	for i, b := range d.in[d.pos:min(d.pos+10, len(d.in))] {
		n |= int64(b&0x7f) << (7 * i)
		if b >= 0x80 {
			continue
		}
		if i == 9 && b != 0 && b != 0x7f {
			break
		}
		d.pos += i + 1
		if b >= 0x40 && i < 9 {
			n |= -1 << (7 * (i + 1))
		}
		return n, nil
	}
	return 0, d.invalid("not a signed number of at most 64 bits")
}

func (d *decoder) flag() (bool, *CandidError) {
	bytes, err := d.take(1)
	if err == nil && bytes[0] > 1 {
		err = d.invalid("%d is neither 0 nor 1", bytes[0])
	}
	return err == nil && bytes[0] == 1, err
}

func (d *decoder) text() ([]byte, *CandidError) {
	n, err := d.uint()
	if err != nil {
		return nil, err
	}
	bytes, err := d.take(n)
	if err == nil && !utf8.Valid(bytes) {
		err = d.invalid("text that is not UTF-8")
	}
	return bytes, err
}

func (d *decoder) principal() ([]byte, *CandidError) {
	isPlain, err := d.flag()
	if err == nil && !isPlain {
		err = d.invalid("an opaque reference")
	}
	if err != nil {
		return nil, err
	}
	n, err := d.uint()
	if err == nil && n > maxPrincipal {
		err = d.invalid("a principal of %d bytes, more than %d", n, maxPrincipal)
	}
	if err != nil {
		return nil, err
	}
	return d.take(n)
}

// number returns the bytes of a number of any size.
func (d *decoder) number() ([]byte, *CandidError) {
	for i, b := range d.in[d.pos:] {
		if b < 0x80 {
			return d.take(uint64(i) + 1)
		}
	}
	return nil, d.invalid("a number that does not end")
}

func bigOf(groups []byte, isSigned bool) *big.Int {
	isNegative := isSigned && groups[len(groups)-1]&0x40 != 0
	if len(groups) < 10 {
		n := int64(0)
		for i, group := range groups {
			n |= int64(group&0x7f) << (7 * i)
		}
		if isNegative {
			n |= -1 << (7 * len(groups))
		}
		return big.NewInt(n)
	}
	var bytes []byte
	buffer, bits := uint(0), 0
	for _, group := range groups {
		buffer |= uint(group&0x7f) << bits
		if bits += 7; bits >= 8 {
			bytes = append(bytes, byte(buffer))
			buffer, bits = buffer>>8, bits-8
		}
	}
	bytes = append(bytes, byte(buffer))
	slices.Reverse(bytes)
	n := new(big.Int).SetBytes(bytes)
	if isNegative {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(7*len(groups))))
	}
	return n
}

// header reads the types, and returns those of the values.
func (d *decoder) header() ([]int, *CandidError) {
	if magic, err := d.take(4); err != nil || string(magic) != "DIDL" {
		d.pos = 0
		return nil, d.invalid("not a message of Candid, which begins with DIDL")
	}
	n, err := d.count(2)
	if err != nil {
		return nil, err
	}
	if err := d.charge(128 * int64(n)); err != nil {
		return nil, err
	}
	d.types = make([]candidType, n)
	for i := range d.types {
		if err := d.entry(&d.types[i]); err != nil {
			return nil, err.in(", type " + strconv.Itoa(i))
		}
	}
	for i := range d.types {
		for _, f := range d.types[i].fields {
			if d.types[i].op == opService && opOf(d.types, f.ref) != opFunc && opOf(d.types, f.ref) != opFuture {
				return nil, d.invalid("the method %.80q is not a function", f.name)
			}
		}
	}
	return d.refs()
}

func (d *decoder) refs() ([]int, *CandidError) {
	n, err := d.count(1)
	if err != nil {
		return nil, err
	}
	if err := d.charge(8 * int64(n)); err != nil {
		return nil, err
	}
	refs := make([]int, n)
	for i := range refs {
		if refs[i], err = d.ref(); err != nil {
			return nil, err
		}
	}
	return refs, nil
}

func (d *decoder) entry(t *candidType) *CandidError {
	op, err := d.int()
	if err != nil {
		return err
	}
	t.op = int(max(op, opFuture))
	switch {
	case op == opOpt || op == opVec:
		t.elem, err = d.ref()
	case op == opRecord || op == opVariant || op == opService:
		err = d.fields(t)
	case op == opFunc:
		if t.args, err = d.refs(); err != nil {
			return err
		}
		if t.results, err = d.refs(); err != nil {
			return err
		}
		hasMode, err := d.flag()
		if err != nil || !hasMode {
			return err
		}
		mode, err := d.take(1)
		if err == nil && (mode[0] < 1 || mode[0] > 3) {
			err = d.invalid("%d is not an annotation", mode[0])
		}
		if err == nil {
			t.mode = mode[0]
		}
		return err
	case op <= opFuture:
		var n uint64
		if n, err = d.uint(); err == nil {
			_, err = d.take(n)
		}
	default:
		err = d.invalid("%d is not a type", op)
	}
	return err
}

// fields reads the fields of a record, the cases of a variant or the methods of a service, in their order.
func (d *decoder) fields(t *candidType) *CandidError {
	n, err := d.count(2)
	if err != nil {
		return err
	}
	if err := d.charge(48 * int64(n)); err != nil {
		return err
	}
	t.fields = make([]candidField, n)
	for i := range t.fields {
		f := &t.fields[i]
		if t.op == opService {
			name, err := d.text()
			if err != nil {
				return err
			}
			f.name = string(name)
			if i > 0 && t.fields[i-1].name >= f.name {
				return d.invalid("the method %.80q is not in its place", f.name)
			}
		} else {
			id, err := d.uint()
			if err != nil {
				return err
			}
			if id > math.MaxUint32 || i > 0 && uint64(t.fields[i-1].id) >= id {
				return d.invalid("the field %d is not in its place", id)
			}
			f.id = uint32(id)
		}
		if f.ref, err = d.ref(); err != nil {
			return err
		}
	}
	return nil
}

// enter counts a value.
func (d *decoder) enter(depth int) *CandidError {
	if depth > maxDepth {
		return d.invalid("nested too deeply")
	}
	return d.charge(8)
}

// value reads a value of a type of the message as one of an expected type.
func (d *decoder) value(wire, want int, v reflect.Value, depth int) *CandidError {
	if err := d.enter(depth); err != nil {
		return err
	}
	found, expected := opOf(d.types, wire), opOf(candidTypes, want)
	if expected == opOpt {
		return d.opt(wire, want, v, depth)
	}
	if expected == opReserved {
		return d.skip(wire, depth)
	}
	if found != expected && (found != opNat || expected != opInt) && (found != opService || expected != opPrincipal) || expected == opEmpty {
		if err := d.skip(wire, depth); err != nil {
			return err
		}
		return mismatch("%s expected, found %s", opName(expected), opName(found))
	}
	if size := fixedSize(found); size > 0 {
		return d.fixed(found, size, v)
	}
	switch expected {
	case opNat, opInt:
		groups, err := d.number()
		if err != nil {
			return err
		}
		if err := d.charge(64 + 8*int64(len(groups))); err != nil {
			return err
		}
		v.Set(reflect.ValueOf(bigOf(groups, found == opInt)))
	case opText:
		text, err := d.text()
		if err != nil {
			return err
		}
		v.SetString(string(text))
	case opPrincipal, opService:
		principal, err := d.principal()
		if err != nil {
			return err
		}
		v.Set(reflect.ValueOf(Principal{string(principal)}))
		return d.reference(wire, want)
	case opFunc:
		canister, method, err := d.function()
		if err != nil {
			return err
		}
		v.Set(reflect.ValueOf(Func{Principal{string(canister)}, string(method)}))
		return d.reference(wire, want)
	case opVec:
		return d.vec(d.types[wire].elem, candidTypes[want].elem, v, depth)
	case opRecord:
		return d.record(d.types[wire].fields, candidTypes[want].fields, v, depth)
	case opVariant:
		return d.variant(d.types[wire].fields, candidTypes[want].fields, v, depth)
	}
	return nil
}

// fixedSize returns how many bytes each value of the type takes; 0 if they differ, or are none.
func fixedSize(op int) uint64 {
	switch op {
	case opBool, opNat8, opInt8:
		return 1
	case opNat16, opInt16:
		return 2
	case opNat32, opInt32, opFloat32:
		return 4
	case opNat64, opInt64, opFloat64:
		return 8
	}
	return 0
}

func (d *decoder) fixed(op int, size uint64, v reflect.Value) *CandidError {
	if op == opBool {
		bit, err := d.flag()
		if err == nil {
			v.SetBool(bit)
		}
		return err
	}
	bytes, err := d.take(size)
	if err != nil {
		return err
	}
	n := uint64(0)
	for i, b := range bytes {
		n |= uint64(b) << (8 * i)
	}
	switch op {
	case opFloat32:
		v.Set(reflect.ValueOf(math.Float32frombits(uint32(n))))
	case opFloat64:
		v.SetFloat(math.Float64frombits(n))
	case opInt8, opInt16, opInt32, opInt64:
		unused := 64 - 8*size
		v.SetInt(int64(n<<unused) >> unused)
	default:
		v.SetUint(n)
	}
	return nil
}

// opt reads a value as an option: null if it is not one of the expected type.
func (d *decoder) opt(wire, want int, v reflect.Value, depth int) *CandidError {
	switch opOf(d.types, wire) {
	case opNull, opReserved:
		return nil
	case opOpt:
		isSome, err := d.flag()
		if err != nil || !isSome {
			return err
		}
		wire = d.types[wire].elem
	}
	elem, target := candidTypes[want].elem, v
	if !isNilable(elem) {
		if err := d.charge(int64(v.Type().Elem().Size())); err != nil {
			return err
		}
		target = reflect.New(v.Type().Elem()).Elem()
	}
	err := d.value(wire, elem, target, depth+1)
	switch {
	case err != nil && !err.isMismatch:
		return err
	case err != nil:
		v.SetZero()
	case !isNilable(elem):
		v.Set(target.Addr().Convert(v.Type()))
	}
	return nil
}

func (d *decoder) vec(wire, want int, v reflect.Value, depth int) *CandidError {
	n, err := d.uint()
	if err != nil {
		return err
	}
	if wire == opNat8 && want == opNat8 {
		bytes, err := d.take(n)
		if err == nil {
			v.SetBytes(slices.Clone(bytes))
		}
		return err
	}
	var failed *CandidError
	// Room is made at once, and paid for. If there are more elements than bytes, they take none, so the first one shows whether all
	// fit, or the message is too short.
	room, size := uint64(0), int64(v.Type().Elem().Size())
	grow := func(i uint64) *CandidError {
		room = n
		if i == 0 && n > uint64(len(d.in)-d.pos) {
			room = 1
		}
		if room > uint64(d.budget)/8 {
			return d.tooMany()
		}
		if err := d.charge(int64(room) * size); err != nil {
			return err
		}
		larger := reflect.MakeSlice(v.Type(), int(i), int(room))
		reflect.Copy(larger, v)
		v.Set(larger)
		return nil
	}
	for i := range n {
		if failed != nil {
			start := d.pos
			if err = d.skip(wire, depth+1); err == nil && d.pos == start {
				break
			}
		} else {
			if i == room {
				if err := grow(i); err != nil {
					return err.inItem(i)
				}
			}
			v.SetLen(int(i) + 1)
			err = d.value(wire, want, v.Index(int(i)), depth+1)
		}
		if err == nil {
			continue
		}
		if failed = err.inItem(i); !err.isMismatch {
			return err
		}
	}
	return failed
}

// record reads the fields of a record. Both lists are in the order of their ids.
func (d *decoder) record(wire, want []candidField, v reflect.Value, depth int) *CandidError {
	var failed *CandidError
	if v.Kind() != reflect.Struct {
		failed = mismatch("a type that has no values")
	}
	missing := func(f *candidField) {
		if failed == nil && !isOptional(candidTypes, f.ref) {
			failed = mismatch("missing").inField(f)
		}
	}
	i := 0
	for _, w := range wire {
		for i < len(want) && want[i].id < w.id {
			missing(&want[i])
			i++
		}
		isExpected := i < len(want) && want[i].id == w.id
		if !isExpected || failed != nil {
			if err := d.skip(w.ref, depth+1); err != nil {
				return err
			}
		} else if err := d.value(w.ref, want[i].ref, v.Field(want[i].at), depth+1); err != nil {
			if failed = err.inField(&want[i]); !err.isMismatch {
				return err
			}
		}
		if isExpected {
			i++
		}
	}
	for ; i < len(want); i++ {
		missing(&want[i])
	}
	return failed
}

func (d *decoder) variant(wire, want []candidField, v reflect.Value, depth int) *CandidError {
	w, err := d.caseOf(wire)
	if err != nil {
		return err
	}
	i, isKnown := slices.BinarySearchFunc(want, w.id, func(f candidField, id uint32) int {
		return int(int64(f.id) - int64(id))
	})
	if !isKnown {
		if err := d.skip(w.ref, depth+1); err != nil {
			return err
		}
		return mismatch("a case with the id %d, which the variant does not have", w.id)
	}
	f := &want[i]
	if err := d.charge(int64(f.goType.Size())); err != nil {
		return err
	}
	target := reflect.New(f.goType).Elem()
	if err := d.value(w.ref, f.ref, f.payload(target), depth+1); err != nil {
		return err.inField(f)
	}
	v.Set(target)
	return nil
}

func (d *decoder) caseOf(cases []candidField) (*candidField, *CandidError) {
	i, err := d.uint()
	if err == nil && i >= uint64(len(cases)) {
		err = d.invalid("case %d of a variant that has %d", i, len(cases))
	}
	if err != nil {
		return nil, err
	}
	return &cases[i], nil
}

func (d *decoder) function() (canister, method []byte, err *CandidError) {
	isPlain, err := d.flag()
	if err == nil && !isPlain {
		err = d.invalid("an opaque reference")
	}
	if err == nil {
		canister, err = d.principal()
	}
	if err == nil {
		method, err = d.text()
	}
	return canister, method, err
}

// skip reads a value that nothing is expected of but to be valid.
func (d *decoder) skip(wire, depth int) *CandidError {
	if err := d.enter(depth); err != nil {
		return err
	}
	op := opOf(d.types, wire)
	switch op {
	case opNull, opReserved:
		return nil
	case opBool:
		_, err := d.flag()
		return err
	case opNat, opInt:
		_, err := d.number()
		return err
	case opText:
		_, err := d.text()
		return err
	case opEmpty:
		return d.invalid("a value of the type empty, which has none")
	case opPrincipal, opService:
		_, err := d.principal()
		return err
	case opFunc:
		_, _, err := d.function()
		return err
	case opFuture:
		return d.future()
	case opOpt:
		isSome, err := d.flag()
		if err != nil || !isSome {
			return err
		}
		return d.skip(d.types[wire].elem, depth+1)
	case opVec:
		n, err := d.uint()
		elem := d.types[wire].elem
		if size := fixedSize(elem); err == nil && size > 0 && elem != opBool {
			_, err = d.take(min(n, math.MaxUint64/size) * size)
			return err
		}
		for start := d.pos; err == nil && n > 0; n-- {
			err = d.skip(elem, depth+1)
			if d.pos == start {
				// Elements that take no bytes, of which there may be billions, are all the same.
				break
			}
		}
		return err
	case opRecord:
		t := &d.types[wire]
		if t.isZeroSized {
			return nil
		}
		start := d.pos
		for _, f := range t.fields {
			if err := d.skip(f.ref, depth+1); err != nil {
				return err
			}
		}
		t.isZeroSized = d.pos == start
		return nil
	case opVariant:
		f, err := d.caseOf(d.types[wire].fields)
		if err != nil {
			return err
		}
		return d.skip(f.ref, depth+1)
	}
	_, err := d.take(fixedSize(op))
	return err
}

// future skips a value of a type that later versions of Candid may have: it says how long it is.
func (d *decoder) future() *CandidError {
	n, err := d.uint()
	if err != nil {
		return err
	}
	// Its references are not in the message.
	if _, err = d.uint(); err == nil {
		_, err = d.take(n)
	}
	return err
}

// reference checks that a function or a service can be used as one of the expected type.
func (d *decoder) reference(wire, want int) *CandidError {
	if want == opPrincipal {
		return nil
	}
	if d.subtypes == nil {
		d.subtypes = map[typePair]bool{}
	}
	d.assumed = nil
	is, err := d.isSubtype(typePair{wire, want, false}, 0)
	if err != nil {
		return err
	}
	if !is {
		// What was assumed on the way may be wrong.
		for _, pair := range d.assumed {
			if d.subtypes[pair] {
				delete(d.subtypes, pair)
			}
		}
		return mismatch("a reference to a %s of another type", opName(opOf(d.types, wire)))
	}
	return nil
}

// A typePair is a type of the message and an expected one. If it is flipped, the latter is to be the subtype.
type typePair struct {
	wire, want int
	isFlipped  bool
}

func (d *decoder) isSubtype(pair typePair, depth int) (bool, *CandidError) {
	if err := d.enter(depth); err != nil {
		return false, err
	}
	sub, super, a, b := d.types, candidTypes, pair.wire, pair.want
	if pair.isFlipped {
		sub, super, a, b = super, sub, b, a
	}
	opA, opB := opOf(sub, a), opOf(super, b)
	if opA == opEmpty || opB == opReserved || opB == opOpt || opA == opNat && opB == opInt || opA == opService && opB == opPrincipal {
		return true, nil
	}
	if opA != opB || opA == opFuture {
		return false, nil
	}
	if a < 0 {
		return true, nil
	}
	if is, isKnown := d.subtypes[pair]; isKnown {
		return is, nil
	}
	// Types may refer to themselves: they are subtypes if nothing speaks against it.
	if err := d.charge(256 + int64(len(sub[a].fields)+len(super[b].fields))); err != nil {
		return false, err
	}
	d.subtypes[pair] = true
	d.assumed = append(d.assumed, pair)
	is, err := d.areSubtypes(&sub[a], &super[b], pair.isFlipped, depth+1)
	if !is {
		d.subtypes[pair] = false
	}
	return is, err
}

func (d *decoder) areSubtypes(a, b *candidType, isFlipped bool, depth int) (bool, *CandidError) {
	of := func(sub, super int, isFlipped bool) (bool, *CandidError) {
		if isFlipped {
			sub, super = super, sub
		}
		return d.isSubtype(typePair{sub, super, isFlipped}, depth)
	}
	isOptionalIn := func(ref int, isFlipped bool) bool {
		if isFlipped {
			return isOptional(d.types, ref)
		}
		return isOptional(candidTypes, ref)
	}
	areTuples := func(sub, super []int, isFlipped bool) (bool, *CandidError) {
		for i, ref := range super {
			if i >= len(sub) {
				if !isOptionalIn(ref, isFlipped) {
					return false, nil
				}
			} else if is, err := of(sub[i], ref, isFlipped); !is || err != nil {
				return false, err
			}
		}
		return true, nil
	}
	switch a.op {
	case opVec:
		return of(a.elem, b.elem, isFlipped)
	case opFunc:
		if is, err := areTuples(b.args, a.args, !isFlipped); !is || err != nil {
			return false, err
		}
		is, err := areTuples(a.results, b.results, isFlipped)
		return is && a.mode == b.mode, err
	case opVariant:
		return forEachPair(a, b, func(sub, super *candidField) (bool, *CandidError) {
			if super == nil {
				return false, nil
			}
			return of(sub.ref, super.ref, isFlipped)
		})
	}
	return forEachPair(b, a, func(super, sub *candidField) (bool, *CandidError) {
		if sub == nil {
			return a.op == opRecord && isOptionalIn(super.ref, isFlipped), nil
		}
		return of(sub.ref, super.ref, isFlipped)
	})
}

// forEachPair returns whether a function is true of each field of one type and that of the other type with the same id or
// name, which is nil if there is none.
func forEachPair(one, other *candidType, is func(one, other *candidField) (bool, *CandidError)) (bool, *CandidError) {
	order := func(a, b *candidField) int {
		if one.op == opService {
			return strings.Compare(a.name, b.name)
		}
		return cmp.Compare(a.id, b.id)
	}
	rest := other.fields
	for i := range one.fields {
		for len(rest) > 0 && order(&rest[0], &one.fields[i]) < 0 {
			rest = rest[1:]
		}
		var same *candidField
		if len(rest) > 0 && order(&rest[0], &one.fields[i]) == 0 {
			same = &rest[0]
		}
		if is, err := is(&one.fields[i], same); !is || err != nil {
			return false, err
		}
	}
	return true, nil
}
