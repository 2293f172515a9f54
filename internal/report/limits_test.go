package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/linkvet/linkvet/internal/link"
)

// much has n findings of two places each: of ten eight are broken, one is
// unverified and one redirected.
func much(n int) *link.Report {
	all := make([]link.Finding, n)
	for i := range all {
		f := link.Finding{Reason: link.NotFound, Internal: true, Target: fmt.Sprintf("/reference/%06d.html", i), Message: "no such file"}
		switch i % 10 {
		case 8:
			f.Reason, f.Internal, f.Target = link.Timeout, false, fmt.Sprintf("https://h%06d.slow.test/", i)
		case 9:
			f.Reason, f.Internal, f.Target = link.MovedPermanently, false, fmt.Sprintf("https://h%06d.old.test/", i)
		}
		for k := range 2 {
			page := fmt.Sprintf("p%d", (i+k)%1000)
			f.Occurrences = append(f.Occurrences, link.Occurrence{
				Page: "/" + page + "/", File: "public/" + page + "/index.html", Line: 1 + i, Column: 9,
				Element: "a", Attribute: "href", Link: f.Target, Text: "see the reference",
			})
		}
		all[i] = f
	}
	return reportOf(all...)
}

// spread has one finding with n places, a thousand on each page.
func spread(n int) *link.Report {
	f := link.Finding{Reason: link.NotFound, Internal: true, Target: "/old/", Message: "no such file"}
	for i := range n {
		page := strconv.Itoa(i / 1000)
		f.Occurrences = append(f.Occurrences, link.Occurrence{
			Page: "/" + page, File: "public/" + page + ".html", Line: 1 + i%1000, Column: 9,
			Element: "a", Attribute: "href", Link: "/old/", Text: "Old",
		})
	}
	return reportOf(f)
}

// size is what there is of an output.
type size struct{ lines, characters, bytes int }

func sizeOf(out string) size {
	characters := 0
	for _, r := range out {
		characters += utf16.RuneLen(r)
	}
	return size{strings.Count(out, "\n"), characters, len(out)}
}

// omitted adds up the numbers before words, by which an output says how much it
// leaves out.
func omitted(t *testing.T, out, words string) int {
	t.Helper()
	n := 0
	for {
		before, after, ok := strings.Cut(out, words)
		if !ok {
			return n
		}
		digits := before[strings.LastIndexAny(before, " \"")+1:]
		k, err := strconv.Atoi(strings.ReplaceAll(digits, ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		n, out = n+k, after
	}
}

// listed counts the findings of an output, each of which has one of marks.
func listed(out string, marks []string) int {
	n := 0
	for _, mark := range marks {
		n += strings.Count(out, mark)
	}
	return n
}

// Every output has a limit. What it lists and what it says that it leaves out are
// all findings together, and it says where all of them are.
func TestOutputsHaveLimits(t *testing.T) {
	t.Parallel()
	const moreTargets = " more targets: "
	inText := []string{"✗ not-found", "? timeout", "→ moved-"}
	formats := map[string]struct {
		write func(io.Writer, *link.Report) error
		limit size     // zero is none
		marks []string // each finding of the output has one
		rest  string   // what follows the number of those that are left out
	}{
		"text":     {write: as(FormatText), limit: size{lines: 5*maxTextFindings + 20}, marks: inText, rest: moreTargets},
		"verbose":  {write: with(FormatText, Options{Verbose: true}), limit: size{lines: 5*maxVerboseFindings + 20}, marks: inText, rest: moreTargets},
		"markdown": {write: as("markdown"), limit: size{characters: 65_536, bytes: 65_536}, marks: []string{"` **"}, rest: moreTargets},
		"html":     {write: as(FormatHTML), limit: size{bytes: 20 << 20}, marks: []string{` id="f-`}, rest: moreTargets},
		"junit":    {write: as("junit"), limit: size{bytes: 20 << 20}, marks: []string{`"linkvet.not-found"`, `"linkvet.timeout"`, `"linkvet.moved-`}, rest: moreTargets},
		"gitlab":   {write: as("gitlab"), limit: size{bytes: 10 << 20}, marks: []string{`"linkvet/not-found"`, `"linkvet/timeout"`, `"linkvet/moved-`}, rest: " findings left out: "},
	}
	const n = 12_000
	r := much(n)
	r.JSONPath = "out/all.json"
	for name, f := range formats {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := written(t, f.write, r)
			got := sizeOf(out)
			if l := f.limit; l.lines > 0 && got.lines > l.lines || l.characters > 0 && got.characters > l.characters || l.bytes > 0 && got.bytes > l.bytes {
				t.Errorf("got %+v, more than %+v", got, l)
			}
			listed, rest := listed(out, f.marks), omitted(t, out, f.rest)
			if listed+rest != n || listed < 300 {
				t.Errorf("%d are listed and %d left out, of %d", listed, rest, n)
			}
			// What is left out is told of each verdict, and none is crowded out.
			if people := name == "text" || name == "markdown" || name == "html"; people && (strings.Count(out, f.rest) != 3 ||
				strings.Count(out, ".slow.test/") < 20 || strings.Count(out, ".old.test/") < 20) {
				t.Error("one of the verdicts is crowded out")
			}
			if plain := strings.ReplaceAll(out, "`", ""); rest > 0 && !strings.Contains(plain, "see out/all.json for the full list") {
				t.Error("does not say where all are")
			}
		})
	}
	one := spread(50_000)
	for name, f := range formats {
		t.Run(name+" of one finding", func(t *testing.T) {
			t.Parallel()
			out := written(t, f.write, one)
			if got := sizeOf(out); got.lines > 2000 || got.bytes > 300_000 {
				t.Errorf("got %+v", got)
			}
			if !strings.Contains(out, "50,000") && !strings.Contains(out, "and 49,") && !strings.Contains(out, " places, on 50 pages in total") {
				t.Errorf("does not say how many places there are:\n%.2000s", out)
			}
		})
	}
}

// A shorter report that fits lists all and mentions no other.
func TestNothingIsLeftOutOfAShortReport(t *testing.T) {
	t.Parallel()
	for name, write := range everyFormat() {
		if out := written(t, write, much(200)); strings.Contains(out, "left out") || strings.Contains(out, " more target") || strings.Contains(out, "full list") {
			t.Errorf("%s leaves something out of 200 findings", name)
		}
	}
}

func TestManyProblems(t *testing.T) {
	t.Parallel()
	r := silent()
	for i := range 5000 {
		r.Problems = append(r.Problems, fmt.Sprintf("could not read page %d", i))
	}
	for name, write := range everyFormat() {
		out := written(t, write, r)
		if len(out) > 200_000 || !strings.Contains(out, "page 1") || !strings.Contains(out, " more") {
			t.Errorf("%s: %d bytes, which begin %.300q", name, len(out), out)
		}
	}
}
