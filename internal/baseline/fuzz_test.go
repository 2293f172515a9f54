package baseline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

// FuzzBaseline reads any bytes as a baseline: an error is one plain line, and what is
// read is the same when it is written and read again.
func FuzzBaseline(f *testing.F) {
	for _, seed := range []string{
		reportOf(`[{"id": "b3f09c1e5a7d2f48", "reason": "gone", "target": "/a\u0085b", "occurrences": [{"page": "/"}, {"file": ""}]}, {"id": ""}, {}]`),
		`{"schema": "linkvet.report/0\u001b[2J\n::error::x"}`, reportOf("{}"),
		"\x1b", "[", "null", `{"SCHEMA": "` + link.Schema + `", "Findings": [{"ID": 1}]}`, strings.Repeat("[", 11_000),
		Header + "\nnot-found /x#y /a/\r\ngone \\x20\\\\ \\-\n\n# b\n", Header + "\n\\x1b\\x5b2J ::error::x ##[group]\n", Header + "\n<<<<<<< a\n",
		Header + "\ngone /x\\#b3f09c1e5a7d2f48 /\xff\n", "# linkvet.baseline/\x1b", "#",
	} {
		f.Add([]byte(seed))
	}
	name := filepath.Join(f.TempDir(), "baseline")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		places, err := Read(t.Context(), name, "--report=baseline="+name)
		if err != nil {
			if line := err.Error(); places != nil || len(line) > 4096 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q: the error is %q", content, line)
			}
			return
		}
		if isReport := !strings.HasPrefix(strings.TrimSpace(string(content)), "#"); isReport && !json.Valid(content) || places.Len() > len(content) {
			t.Errorf("%d places are known by %q", places.Len(), content)
		}
		again, err := Parse(strings.NewReader(Header + "\n" + strings.Join(places.lines, "\n")))
		if err != nil || strings.Join(again.lines, "\n") != strings.Join(places.lines, "\n") {
			t.Errorf("%q: %q is read as %q, %v", content, places.lines, again.lines, err)
		}
	})
}

// FuzzPlace writes a place, which is a plain line, and finds it again.
func FuzzPlace(f *testing.F) {
	f.Add("b3f09c1e5a7d2f48", "fragment-not-found", "/a b\\#c%20é\t\n\u2028", "/")
	f.Add("", "gone", "https://a.example/?q=##[group]\xff", "")
	f.Add("0123456789abcdef", "", strings.Repeat("é", link.MaxString), `\\`)
	f.Add("", "#", `\#0123456789abcdef`, `\-`)
	f.Fuzz(func(t *testing.T, id, reason, target, page string) {
		place := Place{ID: id, Reason: link.Reason(reason), Target: target, Page: page}
		line := place.Line()
		if strings.Count(line, " ") != 2 || line[0] == '#' || strings.Contains(line, "##[") || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q is written as %q", place, line)
		}
		places, err := Parse(strings.NewReader(Header + "\n" + line + "\n"))
		if err != nil || places.Len() != 1 {
			t.Fatalf("%q is written as %q: %v", place, line, err)
		}
		if _, ok := places.at[line]; !ok {
			t.Errorf("%q is written as %q, and read as %q", place, line, places.lines)
		}
		got := places.Place(0)
		if got.Reason != place.Reason || got.Target != link.Cut(target) || got.Page != link.Cut(page) {
			t.Errorf("%q is read as %q", place, got)
		}
	})
}
