// Reads messages, one a line, and writes for each what the package of its interface makes of it.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

type message struct {
	Package   string
	Method    string
	IsResults bool
	Hex       string
}

type reply struct {
	Hex   string
	Error string
	// Fault says what must not happen, whatever the message.
	Fault string
}

func main() {
	debug.SetMaxStack(64 << 20)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 256<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var m message
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			panic(err)
		}
		if err := out.Encode(exchange(&m)); err != nil {
			panic(err)
		}
	}
	if in.Err() != nil {
		panic(in.Err())
	}
}

func exchange(m *message) (r reply) {
	bytes, err := hex.DecodeString(m.Hex)
	if err != nil {
		panic(err)
	}
	defer func() {
		if p := recover(); p != nil {
			r.Fault = fmt.Sprint("a panic: ", p)
		}
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found, err := packages[m.Package](m.Method, m.IsResults, bytes)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 12<<20+uint64(1500*len(bytes)) {
		r.Fault = fmt.Sprintf("%d bytes allocated for a message of %d", used, len(bytes))
	}
	if err != nil {
		r.Error = err.Error()
	}
	r.Hex = hex.EncodeToString(found)
	return r
}
