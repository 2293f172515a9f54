package baseline

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// reportOf is a JSON report with the given findings.
func reportOf(findings string) string {
	return `{"schema":"` + link.Schema + `","findings":` + findings + `}`
}

func TestParseReport(t *testing.T) {
	t.Parallel()
	const (
		finding = `{"id":"0123456789abcdef","reason":"not-found","target":"/x","occurrences":[{"page":"/a"},{"page":"/a"},{"page":"/b"}]}`
		line    = `not-found /x\#0123456789abcdef `
	)
	tests := map[string]struct {
		report string
		want   []string // nil for an error
	}{
		"nothing":                    {report: ""},
		"a list":                     {report: "[]"},
		"no members":                 {report: "{}"},
		"null for findings":          {report: reportOf("null"), want: []string{}},
		"findings":                   {report: " \n" + reportOf("["+finding+","+finding+"]"), want: []string{line + "/a", line + "/b"}},
		"other members are skipped":  {report: `{"a":[{"findings":[]}],"b":"c","d":1,"e":null,` + reportOf("[" + finding + "]")[1:], want: []string{line + "/a", line + "/b"}},
		"occurrences come first":     {report: reportOf(`[{"occurrences":[{"page":"/a"}],"target":"/x","reason":"gone"}]`), want: []string{"gone /x /a"}},
		"a place in a file":          {report: reportOf(`[{"reason":"gone","target":"/x","occurrences":[{"file":"_redirects"}]}]`), want: []string{"gone /x _redirects"}},
		"an ID of another form":      {report: reportOf(`[{"id":"0123456789ABCDEF","reason":"gone","target":"/x","occurrences":[{"page":"/a"}]}]`), want: []string{"gone /x /a"}},
		"the ID of target":           {report: reportOf(`[{"id":"` + link.FindingID("/x", "gone") + `","reason":"gone","target":"/x","occurrences":[{"page":"/a"}]}]`), want: []string{"gone /x /a"}},
		"an occurrence of no object": {report: reportOf(`[{"occurrences":[1]}]`)},
		"another schema":             {report: `{"schema":"linkvet.report/9","findings":[]}`},
		"cut short":                  {report: `{"findings":[{"id":"0123456789abcdef"}`},
		"something behind":           {report: reportOf("[]") + " {}"},
		"nested":                     {report: strings.Repeat(`{"a":`, 20_000)},
	}
	for name, test := range tests {
		checkParsed(t, name, test.report, test.want)
	}
}

// checkParsed compares the lines of what is parsed with those that are wanted; nil wants an
// error.
func checkParsed(t *testing.T, name, text string, want []string) {
	t.Helper()
	places, err := Parse(strings.NewReader(text))
	if (err != nil) != (want == nil) {
		t.Errorf("%s: the error is %v", name, err)
		return
	}
	if err == nil && strings.Join(places.lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s: got %q, want %q", name, places.lines, want)
	}
}

func TestParseLines(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		lines string
		want  []string // nil for an error
	}{
		"the header alone":            {lines: Header, want: []string{}},
		"places":                      {lines: Header + "\ngone /x /a\nnot-found /x#y /\n", want: []string{"gone /x /a", "not-found /x#y /"}},
		"no order, and twice":         {lines: Header + "\nnot-found /x /b\nnot-found /x /a\nnot-found /x /b", want: []string{"not-found /x /b", "not-found /x /a"}},
		"ends of lines of Windows":    {lines: Header + "\r\ngone /x /a\r\n", want: []string{"gone /x /a"}},
		"comments and empty lines":    {lines: Header + "\n\n# gone /x /b\n  \ngone\t/x  /a \n", want: []string{"gone /x /a"}},
		"escapes":                     {lines: Header + "\n" + `invalid-url http://a\x20b\\\x0a\" \-`, want: []string{`invalid-url http://a\x20b\\\n\" \-`}},
		"an ID":                       {lines: Header + "\n" + `gone /x\#0123456789abcdef /`, want: []string{`gone /x\#0123456789abcdef /`}},
		"an escape before a fragment": {lines: Header + "\n" + `gone /x\\#0123456789abcdef /`, want: []string{`gone /x\\#0123456789abcdef /`}},
		"two words":                   {lines: Header + "\ngone /x"},
		"an unknown escape":           {lines: Header + "\n" + `gone /\y /`},
		"a mark of a conflict":        {lines: Header + "\n<<<<<<< HEAD\ngone /x /a\n=======\n>>>>>>> b\n"},
		"another version":             {lines: "# linkvet.baseline/2: known\ngone /x /a\n"},
	}
	for name, test := range tests {
		checkParsed(t, name, test.lines, test.want)
	}
}

// TestParseErrorsNameTheLine holds that the error of a file that people edit and merge leads
// to its line.
func TestParseErrorsNameTheLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"gone /x /a\n<<<<<<< HEAD\n": "line 3: it is the mark of a merge conflict: keep the lines of both sides, and remove the marks",
		"gone /x\n":                  "line 2: it must be REASON TARGET PAGE",
		`gone /\q /`:                 `line 2: it has an unknown escape in "/\\q"`,
	} {
		if _, err := Parse(strings.NewReader(Header + "\n" + text)); err == nil || err.Error() != want {
			t.Errorf("%.100q: got %q, want %q", text, err, want)
		}
	}
}
