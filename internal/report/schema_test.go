package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/linkvet/linkvet/internal/link"
)

// as is the writer of a format.
func as(name string) func(io.Writer, *link.Report) error { return with(name, Options{}) }

// with is the writer of a format with options.
func with(name string, opt Options) func(io.Writer, *link.Report) error {
	return func(w io.Writer, r *link.Report) error { return Write(w, name, r, opt) }
}

// written returns what a writer of reports makes of r.
func written(t testing.TB, write func(io.Writer, *link.Report) error, r *link.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// schema compiles a JSON schema of testdata.
func schema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile(filepath.Join("testdata", "schema", name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid holds a JSON text to a schema.
func valid(t testing.TB, s *jsonschema.Schema, text string) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%v\nin:\n%.2000s", err, text)
	}
}

// validIssues holds a GitLab report to the schema of its entries, each with a fingerprint of its own.
func validIssues(t testing.TB, s *jsonschema.Schema, text string) {
	t.Helper()
	var issues []json.RawMessage
	if err := json.Unmarshal([]byte(text), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, issue := range issues {
		valid(t, s, string(issue))
		var one gitlabIssue
		if err := json.Unmarshal(issue, &one); err != nil {
			t.Fatal(err)
		}
		if seen[one.Fingerprint] {
			t.Errorf("two issues have the fingerprint %s", one.Fingerprint)
		}
		seen[one.Fingerprint] = true
	}
}

// validXML holds a JUnit report to its schema, where there is a validator.
func validXML(t testing.TB, text string) {
	t.Helper()
	lint, err := exec.LookPath("xmllint")
	if err != nil {
		return // its shape is that of golden files that were held to the schema
	}
	cmd := exec.CommandContext(t.Context(), lint, "--noout", "--schema", "testdata/schema/junit.xsd", "-")
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// junitFile is a JUnit report as test tools read it.
type junitFile struct {
	Suites []struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Name    string    `xml:"name,attr"`
			Failure *struct{} `xml:"failure"`
			Error   *struct{} `xml:"error"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

// wellCounted fails the test when out is not well formed, or its numbers are not
// those of its cases.
func wellCounted(t testing.TB, out string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(out))
	var file junitFile
	if err := d.Decode(&file); err != nil {
		t.Fatalf("%v in:\n%.2000s", err, out)
	}
	if len(file.Suites) != 1 {
		t.Fatalf("got %d suites, want one", len(file.Suites))
	}
	s := file.Suites[0]
	var failures, errors, skipped int
	for _, c := range s.Cases {
		if c.Failure != nil {
			failures++
		}
		if c.Error != nil {
			errors++
		}
		if c.Skipped != nil {
			skipped++
		}
		if c.Name == "" {
			t.Error("a case has no name")
		}
	}
	if s.Tests != len(s.Cases) || s.Failures != failures || s.Errors != errors || s.Skipped != skipped || failures+errors+skipped < s.Tests-1 {
		t.Errorf("the suite's numbers are not those of its cases: %d failures, %d errors, %d skipped, got %+v", failures, errors, skipped, s)
	}
}

func TestSARIFKeepsWithinGitHubsBounds(t *testing.T) {
	t.Parallel()
	all := make([]link.Finding, maxResults+7)
	for i := range all {
		all[i] = link.Finding{Reason: link.NotFound, Internal: true, Target: "/lost"}
	}
	r := reportOf(all...)
	for i := range maxLocations + 9 {
		r.Findings[0].Occurrences = append(r.Findings[0].Occurrences, link.Occurrence{Page: fmt.Sprintf("/%d", i), File: fmt.Sprintf("%d.html", i)})
	}
	out := written(t, as("sarif"), r)
	if n := strings.Count(out, `"ruleId": `); n != maxResults {
		t.Errorf("got %d results", n)
	}
	if n := strings.Count(out, `"physicalLocation": `); n != maxLocations {
		t.Errorf("got %d locations", n)
	}
	if want := "7 results left out, because GitHub accepts at most 25,000: add --report json=links.json for the full list"; !strings.Contains(out, want) {
		t.Errorf("lacks %q", want)
	}
}

// FuzzReports holds every report that programs read to its format, with any text of a
// page, a file's name or a server says.
func FuzzReports(f *testing.F) {
	f.Add("::error::x", "a\n::add-mask::b", "##[group]c")
	f.Add("]]>&<!--<![CDATA[", "\x00\ufffe\xff\u202e\x1b[2J", "]( [x](javascript:y)")
	f.Add("%2e%2e//?#:", "  ", "\U000e0041\u2028")
	sarif, gitlab := schema(f, "sarif-2.1.0.json"), schema(f, "gitlab-codequality.json")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		r := hostileWith(a, b, c)
		for name, write := range map[string]func(io.Writer, *link.Report) error{"sarif": as("sarif"), "junit": as("junit"), "gitlab": as("gitlab")} {
			out := written(t, write, r)
			inert(t, out)
			if i := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && unsafeRune(r) }); i >= 0 {
				t.Errorf("%s: a screen would act on %q", name, out[i:min(len(out), i+20)])
			}
			switch name {
			case "sarif":
				valid(t, sarif, out)
			case "junit":
				wellCounted(t, out)
			case "gitlab":
				var issues []json.RawMessage
				if err := json.Unmarshal([]byte(out), &issues); err != nil {
					t.Fatal(err)
				}
				for _, issue := range issues {
					valid(t, gitlab, string(issue))
				}
			}
		}
	})
}

// What follows findings from run to run must not be told by lines.
func TestAlertsAreTheSameFurtherDown(t *testing.T) {
	t.Parallel()
	keys := func(line int) (k []string) {
		f := &link.Finding{ID: "x", Occurrences: []link.Occurrence{
			{Page: "/a/", Source: &link.Source{File: "a.md", Line: line}},
			{Page: "/a/", Source: &link.Source{File: "a.md", Line: line + 5}},
			{Page: "/b/", File: "b.html", Line: line},
		}}
		for _, a := range alerts(f) {
			k = append(k, a.key)
		}
		return k
	}
	if diff := cmp.Diff(keys(1), keys(40)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFileURI(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"public/a b/é.html": "public/a%20b/%C3%A9.html",
		"a:b/#1?x%20.md":    "./a:b/%231%3Fx%2520.md",
		"../public/x.html":  "../public/x.html",
		"/srv/site/x.html":  "file:///srv/site/x.html",
		"a\xff\n\\.html":    "a%FF%0A%5C.html",
	} {
		if got := fileURI(path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

// TestEveryReasonIsDocumented holds that reports link to a heading of the documentation.
func TestEveryReasonIsDocumented(t *testing.T) {
	t.Parallel()
	docs, err := os.ReadFile("../../docs/reasons.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range []link.Reason{
		link.NotFound, link.Gone, link.FragmentNotFound, link.DirectoryWithoutIndex, link.CaseMismatch, link.InvalidURL,
		link.RedirectLoop, link.TooManyRedirects, link.DNSNotFound, link.TLSInvalid, link.ConnectionRefused, link.HTTPError,
		link.ServerError, link.RateLimited, link.Blocked, link.Timeout, link.ConnectionFailed, link.DNSTemporary,
		link.NotReached, link.MovedPermanently, link.MovedTemporarily, link.URLLost,
	} {
		if _, anchor, _ := strings.Cut(helpOf(reason), "#"); !strings.Contains(string(docs), "\n### `"+anchor+"`\n") {
			t.Errorf("docs/reasons.md does not explain %s", reason)
		}
	}
}
