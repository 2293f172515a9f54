package report

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// TestFormats holds each format of the table to a golden file, which -update writes also for a new one.
func TestFormats(t *testing.T) {
	t.Parallel()
	r := three()
	r.Inventory = []link.Listed{{Page: "/"}}
	r.Redirects = "/no/ /yes/ 301\n"
	for _, f := range formats() {
		golden(t, "format."+f.name, withoutParts().Replace(written(t, as(f.name), r)))
	}
}

// TestDocumentedFormats holds the table of docs/reports.md to that of the code; -update writes it.
func TestDocumentedFormats(t *testing.T) {
	t.Parallel()
	const file, head = "../../docs/reports.md", "| format | to standard output | for |\n| --- | --- | --- |\n"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, f := range formats() {
		want += "| `" + f.name + "` | " + map[bool]string{true: "yes", false: "no"}[f.stdout] + " | " + f.use + " |\n"
	}
	before, table, _ := strings.Cut(string(data), head)
	table, after, _ := strings.Cut(table, "\n\n")
	if *update {
		table = strings.TrimSuffix(want, "\n")
		if err := os.WriteFile(file, []byte(before+head+want+"\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, table+"\n"); diff != "" {
		t.Errorf("docs/reports.md differs from the table of formats (-code +docs):\n%s", diff)
	}
}

// everyFormat are the writers of what people and their tools look at.
func everyFormat() map[string]func(io.Writer, *link.Report) error {
	all := map[string]func(io.Writer, *link.Report) error{
		"quiet": with(FormatText, Options{Quiet: true}),
	}
	for _, f := range formats() {
		if f.name != FormatJSON && f.name != FormatPages && f.name != FormatBaseline && f.name != FormatRedirects {
			all[f.name] = as(f.name)
		}
	}
	return all
}

// few is a writer that is full after so many bytes.
type few int

var errShut = errors.New("shut")

func (w *few) Write(p []byte) (int, error) {
	if *w -= few(len(p)); *w < 0 {
		return 0, errShut
	}
	return len(p), nil
}

func TestWriteErrorsAreReturned(t *testing.T) {
	t.Parallel()
	formats := everyFormat()
	formats["json"], formats["pages"] = as(FormatJSON), as(FormatPages)
	r := many(300)
	r.Inventory = make([]link.Listed, 500)
	for name, write := range formats {
		for _, fits := range []few{0, 10_000} {
			if err := write(&fits, r); !errors.Is(err, errShut) {
				t.Errorf("%s: got error %v, want %v", name, err, errShut)
			}
		}
	}
}

// A run that did not reach its end is not taken for a good one by any reader of its
// report, and people read the problem first.
func TestEveryFormatTellsOfAProblem(t *testing.T) {
	t.Parallel()
	const problem = "60 of 61 pages did not answer"
	failed := three()
	failed.Complete, failed.Problems = false, []string{problem}
	passed := known()
	passed.Complete, passed.Problems = false, []string{problem}
	nothing := clean()
	nothing.Complete, nothing.Problems = false, []string{problem}
	nothing.Notes = []string{"a note"}
	formats := everyFormat()
	formats["json"] = as(FormatJSON)
	for name, write := range formats {
		// The order of the parts of each format.
		order := map[string][]string{
			"text":     {"\n✗ Incomplete", "\nproblem: " + problem + "\n", "links to "},
			"quiet":    {"✗ Incomplete", "\nproblem: " + problem + "\n"},
			"markdown": {"## ⚠️ Incomplete", "\n- " + problem + "\n", "links to "},
			"html":     {"<title>✗ Incomplete", `<body class="incomplete">`, "</b> Incomplete", "<li>" + problem + "</li>", "links to "},
			"junit":    {` errors="1"`, `<error type="incomplete" message="` + problem + `">`, "</error>"},
			"gitlab":   {"[\n  {\n", problem, `"check_name": "linkvet/problem"`, `"severity": "blocker"`},
			"sarif":    {`"executionSuccessful": false`, `"level": "error"`, problem},
			"json":     {`"complete": false`, `"problems": [` + "\n    \"" + problem + `"`},
		}[name]
		for kind, r := range map[string]*link.Report{"failed": failed, "passed": passed, "nothing found": nothing} {
			out := "\n" + written(t, write, r)
			rest := out
			for _, want := range order {
				_, after, ok := strings.Cut(rest, want)
				if !ok {
					t.Errorf("%s, %s: lacks %q, or has it too early:\n%s", name, kind, want, out)
				}
				rest = after
				if !strings.HasPrefix(want, "\n") {
					continue
				}
				rest = "\n" + rest
			}
			for _, bad := range []string{"✓", "✅", "No broken links", "Passed"} {
				if strings.Contains(out, bad) {
					t.Errorf("%s, %s: says %q:\n%s", name, kind, bad, out)
				}
			}
		}
		if out := written(t, write, clean()); strings.Contains(strings.ToLower(strings.Replace(out, htmlStyle, "", 1)), "incomplete") || strings.Contains(out, "linkvet/problem") {
			t.Errorf("%s: a run that reached its end is incomplete:\n%s", name, out)
		}
	}
}
