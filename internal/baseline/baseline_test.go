package baseline

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

func TestKnownFindings(t *testing.T) {
	t.Parallel()
	const id = "0123456789abcdef"
	tests := map[string]struct {
		report, schema string
		known          int
		isBad          bool
	}{
		"nothing":                {report: "", isBad: true},
		"null":                   {report: "null", isBad: true},
		"a list":                 {report: "[]", isBad: true},
		"no members":             {report: "{}"},
		"no findings":            {report: `{"schema":"x"}`, schema: "x"},
		"null for findings":      {report: `{"schema":"x","findings":null}`, schema: "x"},
		"findings":               {report: `{"findings":[{"id":"` + id + `"},{"verdict":"ok","id":"` + id + `"}],"schema":"x"}`, schema: "x", known: 1},
		"others are passed over": {report: `{"a":[{"findings":[]}],"b":"c","d":1,"e":null,"findings":[{"id":"` + id + `"}]}`, known: 1},
		"an ID of another form":  {report: `{"findings":[{"id":"` + id + id + `"}]}`},
		"a finding of no object": {report: `{"findings":[1]}`, isBad: true},
		"findings of no list":    {report: `{"findings":{}}`, isBad: true},
		"a schema of no text":    {report: `{"schema":1}`, isBad: true},
		"cut short":              {report: `{"findings":[{"id":"` + id + `"}`, isBad: true},
		"cut short at its end":   {report: `{"findings":[]`, isBad: true},
		"something behind":       {report: `{} {}`, isBad: true},
		"nested":                 {report: strings.Repeat(`{"a":`, 20_000), isBad: true},
	}
	for name, test := range tests {
		schema, known, err := knownFindings(strings.NewReader(test.report))
		if (err != nil) != test.isBad || err == nil && (schema != test.schema || len(known) != test.known) {
			t.Errorf("%s: %q, %v, %v", name, schema, known, err)
		}
	}
}

// TestKnownFindingsHoldsLittle holds that of a large report no more is in memory than
// one finding and the IDs. It counts bytes of the heap, and so is no parallel test.
func TestKnownFindingsHoldsLittle(t *testing.T) {
	const findings, padding = 2000, 10_000
	r, w := io.Pipe()
	go func() {
		_, _ = io.WriteString(w, `{"findings":[`)
		for i := range findings {
			_, _ = fmt.Fprintf(w, `{"id":"%016x","message":"%s"},`, i, strings.Repeat("x", padding))
		}
		_, err := io.WriteString(w, `{}]}`)
		_ = w.CloseWithError(err)
	}()
	var most uint64
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	_, known, err := knownFindings(readFunc(func(p []byte) (int, error) {
		if n := len(p); n > 1<<20 {
			most = max(most, uint64(n))
		}
		return r.Read(p)
	}))
	if err != nil || len(known) != findings {
		t.Fatalf("%d findings, %v", len(known), err)
	}
	runtime.GC()
	runtime.ReadMemStats(&now)
	if most > 0 {
		t.Errorf("a read asks for %d bytes at once: the report is kept", most)
	}
	if held := int64(now.HeapAlloc) - int64(before.HeapAlloc); held > findings*padding/10 {
		t.Errorf("%d bytes are held of %d", held, findings*padding)
	}
}

// readFunc is an io.Reader.
type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }
