package github

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/link"
)

// command is a workflow command as the runner understands it.
type command struct {
	Name   string
	Fields map[string]string
	Data   string
}

// obeyed reads output as the runner does, line by line, and returns the commands
// that it would act on. It is written apart from the code under test.
func obeyed(output string) []command {
	var all []command
	output = strings.TrimPrefix(output, "\ufeff")
	for _, line := range strings.FieldsFunc(output, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if c, ok := newForm(line); ok {
			all = append(all, c)
		} else if c, ok := oldForm(line); ok {
			all = append(all, c)
		}
	}
	return all
}

// newForm reads ::name key=value,key=value::data at the beginning of a line.
func newForm(line string) (command, bool) {
	line = strings.TrimFunc(line, unicode.IsSpace)
	if !strings.HasPrefix(line, "::") {
		return command{}, false
	}
	head, data, ok := strings.Cut(line[2:], "::")
	if !ok {
		return command{}, false
	}
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace
	name, fields, _ := strings.Cut(head, " ")
	c := command{Name: strings.ToLower(name), Data: unescape(data)}
	for pair := range strings.SplitSeq(strings.TrimSpace(fields), ",") {
		if k, v, ok := strings.Cut(pair, "="); ok && v != "" {
			if c.Fields == nil {
				c.Fields = map[string]string{}
			}
			c.Fields[strings.ToLower(k)] = unescape(v)
		}
	}
	return c, true
}

// oldForm reads ##[name key=value;key=value]data anywhere in a line.
func oldForm(line string) (command, bool) {
	_, rest, ok := strings.Cut(line, "##[")
	if !ok {
		return command{}, false
	}
	head, data, ok := strings.Cut(rest, "]")
	name, _, _ := strings.Cut(head, " ")
	return command{Name: strings.ToLower(name), Data: data}, ok
}

// outputs reads a file of outputs as the runner does; nil is a fault.
func outputs(file string) map[string]string {
	all := map[string]string{}
	for file != "" {
		line, rest, ok := strings.Cut(file, "\n")
		if !ok {
			return nil
		}
		file = rest
		equals, heredoc := strings.Index(line, "="), strings.Index(line, "<<")
		switch {
		case line == "":
		case equals >= 0 && (heredoc < 0 || equals < heredoc):
			all[line[:equals]] = line[equals+1:]
		case heredoc >= 0:
			end := "\n" + line[heredoc+2:] + "\n"
			at := strings.Index("\n"+file, end)
			if at < 0 {
				return nil
			}
			all[line[:heredoc]] = strings.TrimSuffix(file[:at], "\n")
			file = file[at+len(end)-1:]
		default:
			return nil
		}
	}
	return all
}

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

func TestFirstWriteErrorIsReturned(t *testing.T) {
	t.Parallel()
	w := NewWorkflow(env(), shut{})
	w.Mask("x")
	if err := w.Annotate(&link.Report{Problems: []string{"a"}}, Files{}, true); !errors.Is(err, errShut) {
		t.Errorf("got error %v, want %v", err, errShut)
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
			if err := g.Flush(); err != nil {
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
		_ = g.Flush()
		if got := obeyed(b.String()); got != nil {
			t.Errorf("a runner obeys %q in %q", got, b.String())
		}
		if plain := strings.ReplaceAll(b.String(), `\`, ""); !strings.HasPrefix(plain+"\n", strings.ReplaceAll(string(data), `\`, "")) {
			t.Errorf("%q became %q", data, b.String())
		}
	})
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func FuzzOutputs(f *testing.F) {
	f.Add("a\nb=c")
	f.Add("x\n" + delimiter + "\nfailed=false")
	f.Fuzz(func(t *testing.T, path string) {
		file := filepath.Join(t.TempDir(), "output")
		err := NewWorkflow(env("GITHUB_OUTPUT", file), io.Discard).Outputs(&link.Report{}, path)
		got := outputs(read(t, file))
		if want := map[bool]string{true: path}[err == nil]; len(got) != 12 || got["failed"] != "false" || got["report"] != want {
			t.Errorf("path %q, error %v: got outputs %q", path, err, got)
		}
	})
}

// TestOutputsAgree holds action.yml to the outputs that are set.
func TestOutputsAgree(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "output")
	if err := NewWorkflow(env("GITHUB_OUTPUT", file), io.Discard).Outputs(&link.Report{}, ""); err != nil {
		t.Fatal(err)
	}
	set := slices.Sorted(maps.Keys(outputs(read(t, file))))

	source, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Outputs map[string]any
	}
	if err := yaml.Load(source, &action); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(set, slices.Sorted(maps.Keys(action.Outputs))); diff != "" {
		t.Errorf("action.yml (-set +named):\n%s", diff)
	}
}

func TestSummaryStaysBelowTheLimit(t *testing.T) {
	t.Parallel()
	r := &link.Report{Target: "public", Notes: []string{strings.Repeat("a", 400)}}
	for range 4000 {
		long := "/" + strings.Repeat("é", 490)
		r.Findings = append(r.Findings, link.Finding{Verdict: link.Broken, Reason: link.NotFound, Target: long, Suggestion: long})
	}
	for name, before := range map[string]int{"empty": 0, "half full": 500_000, "nearly full": runnerSummary - spareSummary - 400, "full": runnerSummary} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "summary")
			if err := os.WriteFile(file, make([]byte, before), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := NewWorkflow(env("GITHUB_STEP_SUMMARY", file), io.Discard).Summary(r, Files{}); err != nil {
				t.Fatal(err)
			}
			size := len(read(t, file))
			if size > runnerSummary || before < 600_000 && size < before+400_000 {
				t.Errorf("a summary of %d bytes has now %d", before, size)
			}
		})
	}
}

func TestIDTokenIsRequestedOverHTTPSOnly(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"http://127.0.0.1:1/token", "file:///etc/passwd", "//host/token", "https://", "%"} {
		_, err := NewWorkflow(env(idTokenURL, url, idTokenBearer, "bearer"), io.Discard).IDToken(t.Context())
		if err == nil || err.Error() != "ACTIONS_ID_TOKEN_REQUEST_URL is not an https URL" {
			t.Errorf("%s: got %v", url, err)
		}
	}
	for _, w := range []*Workflow{NewWorkflow(env(idTokenBearer, "bearer"), io.Discard), NewWorkflow(func(string) string { return "" }, io.Discard)} {
		if w.MayRequestIDToken() {
			t.Error("it may be requested")
		}
	}
}
