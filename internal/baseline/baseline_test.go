package baseline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

// reportOf is a JSON report with the given findings.
func reportOf(findings string) string {
	return `{"schema":"` + link.Schema + `","findings":` + findings + `}`
}

// linesOf returns the lines of places, in order.
func linesOf(places Places) string {
	lines := []string{}
	for place := range places {
		lines = append(lines, place.Line())
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestParse(t *testing.T) {
	t.Parallel()
	const finding = `{"id":"0123456789abcdef","reason":"not-found","target":"/x","occurrences":[{"page":"/a"},{"page":"/a"},{"page":"/b"}]}`
	for name, test := range map[string]struct{ text, want string }{
		"nothing":                   {"", "error: it is empty"},
		"null for findings":         {reportOf("null"), ""},
		"findings":                  {" \n" + reportOf("["+finding+","+finding+"]"), "not-found /x /a\nnot-found /x /b"},
		"other members are skipped": {`{"a":[{"findings":[]}],"b":"c","d":1,"e":null,` + reportOf("[" + finding + "]")[1:], "not-found /x /a\nnot-found /x /b"},
		"a place in a file":         {reportOf(`[{"reason":"gone","target":"/x","occurrences":[{"file":"_redirects"}]}]`), "gone /x _redirects"},
		"another schema":            {`{"schema":"linkvet.report/9","findings":[]}`, `error: its schema is "linkvet.report/9", not "linkvet.report/1"`},
		"something behind":          {reportOf("[]") + " {}", "error: invalid character '{' after top-level value"},

		"the header alone":         {Header, ""},
		"no order, and twice":      {Header + "\nnot-found /x#y /b\ngone /x /a\nnot-found /x#y /b", "gone /x /a\nnot-found /x#y /b"},
		"ends of lines of Windows": {Header + "\r\ngone /x /a\r\n", "gone /x /a"},
		"comments and empty lines": {Header + "\n\n# gone /x /b\n  \ngone\t/x  /a \n", "gone /x /a"},
		"escapes":                  {Header + "\n" + `invalid-url http://a\x20b\\\x0a\" \-`, `invalid-url http://a\x20b\\\n\" \-`},
		"two words":                {Header + "\n\ngone /x", "error: line 3: it must be REASON TARGET PAGE"},
		"an unknown escape":        {Header + "\n" + `gone /\y /`, `error: line 2: it has an unknown escape in "/\\y"`},
		"a mark of a conflict":     {Header + "\n<<<<<<< HEAD\n", "error: line 2: it is the mark of a merge conflict: keep the lines of both sides, and remove the marks"},
		"another version":          {"# linkvet.baseline/2: known\ngone /x /a\n", `error: its first line must begin with "# linkvet.baseline/1"`},
	} {
		places, err := Parse([]byte(test.text))
		got := linesOf(places)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// FuzzBaseline reads any bytes as a baseline: an error is one plain line, and what is
// read is the same when it is written and read again.
func FuzzBaseline(f *testing.F) {
	for _, seed := range []string{
		reportOf(`[{"reason": "gone", "target": "/a\u0085b", "occurrences": [{"page": "/"}, {"file": ""}]}, {"id": ""}, {}]`),
		`{"schema": "linkvet.report/0\u001b[2J\n::error::x"}`, reportOf("{}"),
		"\x1b", "[", "null", `{"SCHEMA": "` + link.Schema + `", "Findings": [{"ID": 1}]}`, strings.Repeat("[", 11_000),
		Header + "\nnot-found /x#y /a/\r\ngone \\x20\\\\ \\-\n\n# b\n", Header + "\n\\x1b\\x5b2J ::error::x ##[group]\n", Header + "\n<<<<<<< a\n",
		Header + "\ngone /x /\xff\n", "# linkvet.baseline/\x1b", "#",
	} {
		f.Add([]byte(seed))
	}
	name := filepath.Join(f.TempDir(), "baseline")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		places, err := Read(name, "--report=baseline="+name)
		if err != nil {
			if line := err.Error(); places != nil || len(line) > 4096 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q: the error is %q", content, line)
			}
			return
		}
		if isReport := !strings.HasPrefix(strings.TrimSpace(string(content)), "#"); isReport && !json.Valid(content) || len(places) > len(content) {
			t.Errorf("%d places are known by %q", len(places), content)
		}
		again, err := Parse([]byte(Header + "\n" + linesOf(places)))
		if err != nil || linesOf(again) != linesOf(places) {
			t.Errorf("%q: %q is read as %q, %v", content, linesOf(places), linesOf(again), err)
		}
	})
}

// FuzzPlace writes a place, which is a plain line, and finds it again.
func FuzzPlace(f *testing.F) {
	f.Add("fragment-not-found", "/a b\\#c%20é\t\n\u2028", "/")
	f.Add("gone", "https://a.example/?q=##[group]\xff", "")
	f.Add("", strings.Repeat("é", link.MaxString), `\\`)
	f.Add("#", `\#0123456789abcdef`, `\-`)
	f.Fuzz(func(t *testing.T, reason, target, page string) {
		place := PlaceOf(&link.Finding{Reason: link.Reason(reason), Target: target}, &link.Occurrence{Page: page})
		line := place.Line()
		if strings.Count(line, " ") != 2 || line[0] == '#' || strings.Contains(line, "##[") || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q is written as %q", place, line)
		}
		places, err := Parse([]byte(Header + "\n" + line + "\n"))
		if err != nil || len(places) != 1 || !places[place] {
			t.Errorf("%q is written as %q, and read as %q: %v", place, line, linesOf(places), err)
		}
	})
}
