package github

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// env returns a lookup in pairs, with GITHUB_ACTIONS set.
func env(pairs ...string) func(string) string {
	m := map[string]string{"GITHUB_ACTIONS": "true"}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return m[name] }
}

// shut is a writer that refuses everything.
type shut struct{}

var errShut = errors.New("shut")

func (shut) Write([]byte) (int, error) { return 0, errShut }

func TestCommands(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := NewWorkflow(env(), &b)
	w.Mask("s3cret")
	w.Mask("two\nlines")
	w.Mask("")
	w.Mask(" \n ")
	w.Group("Findings\n::error::x ##[error]y")
	w.EndGroup()
	want := []command{
		{Name: "add-mask", Data: "s3cret"},
		{Name: "add-mask", Data: "two\nlines"},
		{Name: "group", Data: `Findings\n::error::x ##[error]y`},
		{Name: "endgroup"},
	}
	if diff := cmp.Diff(want, obeyed(b.String())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !w.Active() {
		t.Error("not active in a workflow")
	}
}

func TestInactive(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	file := t.TempDir() + "/file"
	get := env("GITHUB_ACTIONS", "", "GITHUB_OUTPUT", file, "GITHUB_STEP_SUMMARY", file, "GITHUB_EVENT_NAME", "deployment_status", "GITHUB_EVENT_PATH", file)
	w := NewWorkflow(get, &b)
	w.Mask("x")
	w.Group("x")
	w.EndGroup()
	r := &link.Report{Findings: []link.Finding{{Verdict: link.Broken}}}
	if err := errors.Join(w.Annotate(r, Files{}, true), w.Summary(r, Files{}), w.Outputs(r, "x"), w.AnnotateProblems([]string{"x"}),
		w.Tell(Stop{Failed: true, Causes: []Cause{{Text: "x"}}}, true, true)); err != nil || w.Event() != (Event{}) || w.Active() {
		t.Errorf("acts outside of a workflow: %v", err)
	}
	if b.Len() > 0 {
		t.Errorf("writes %q outside of a workflow", b.String())
	}
	wantNoFile(t, file)
}

// once is a writer that refuses the first write only.
type once struct{ writes int }

func (o *once) Write(p []byte) (int, error) {
	if o.writes++; o.writes == 1 {
		return 0, errShut
	}
	return len(p), nil
}

func TestFirstWriteErrorIsReturned(t *testing.T) {
	t.Parallel()
	out := &once{}
	w := NewWorkflow(env(), out)
	w.Mask("x")
	w.EndGroup()
	if err := w.Annotate(&link.Report{Problems: []string{"a"}}, Files{}, true); !errors.Is(err, errShut) || out.writes != 1 {
		t.Errorf("got error %v after %d writes, want %v after one", err, out.writes, errShut)
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		writes []string
		want   string
	}{
		"in pieces":         {writes: []string{"  :", ":err", "or::x\n", "#", "#", "[x]"}, want: "  \\::error::x\n##\\[x]\n"},
		"carriage return":   {writes: []string{"50%\r::error::x\r\n::x"}, want: "50%\r\\::error::x\r\n\\::x\n"},
		"byte order mark":   {writes: []string{"\ufeff::error::x\n"}, want: "\ufeff\\::error::x\n"},
		"other white space": {writes: []string{"\u3000::error::x\n"}, want: "\u3000\\::error::x\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			g := Guard(&b)
			for _, s := range tt.writes {
				if n, err := g.Write([]byte(s)); n != len(s) || err != nil {
					t.Fatalf("Write = %d, %v", n, err)
				}
			}
			if err := g.Close(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestGuardReturnsErrors(t *testing.T) {
	t.Parallel()
	g := Guard(shut{})
	if _, err := g.Write([]byte("half")); err != nil {
		t.Errorf("a line that is not whole is written: %v", err)
	}
	if err := g.Flush(); !errors.Is(err, errShut) {
		t.Errorf("Flush: got error %v, want %v", err, errShut)
	}
	if _, err := g.Write([]byte("a\n")); !errors.Is(err, errShut) {
		t.Errorf("Write: got error %v, want %v", err, errShut)
	}
}

func TestGuardKeepsLinesWhole(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	g := Guard(&b)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 100 {
				fmt.Fprintf(g, "%s\n", strings.Repeat(string(rune('a'+i)), 50))
			}
		})
	}
	all.Wait()
	for line := range strings.Lines(b.String()) {
		if strings.Count(line, line[:1]) != 50 {
			t.Fatalf("lines are mixed: %q", line)
		}
	}
}

func FuzzGuard(f *testing.F) {
	f.Add([]byte("a\n ::error::x\r##[group]y"), 3)
	f.Add([]byte("\xef\xbb\xbf::x::"), 1)
	f.Fuzz(func(t *testing.T, data []byte, step int) {
		var b bytes.Buffer
		g := Guard(&b)
		for rest := data; len(rest) > 0; {
			n := min(max(step, 1), len(rest))
			_, _ = g.Write(rest[:n])
			rest = rest[n:]
		}
		_ = g.Close()
		if got := obeyed(b.String()); got != nil {
			t.Errorf("a runner obeys %q in %q", got, b.String())
		}
		if plain := strings.ReplaceAll(b.String(), `\`, ""); !strings.HasPrefix(plain+"\n", strings.ReplaceAll(string(data), `\`, "")) {
			t.Errorf("%q became %q", data, b.String())
		}
	})
}
