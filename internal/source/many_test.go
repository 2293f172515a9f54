package source

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// manyOf is a report about n links of one page, and what it was made of.
func manyOf(t *testing.T, n int, text func(i int) string) (*link.Report, listing) {
	t.Helper()
	var page strings.Builder
	on := make([]link.Occurrence, n)
	for i := range n {
		fmt.Fprintf(&page, "[%s](/no/)\n", text(i))
		on[i] = anchor("/a/", "/no/", text(i))
	}
	dir := Write(t, map[string]string{"content/a.md": page.String()})
	list, err := listFiles(t.Context(), Options{Dir: dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &link.Report{Mode: link.Live, Findings: []link.Finding{internal("/no/", on...)}}, list
}

// TestMappingOfEqualLinksIsLinear counts what is compared for a page that holds the
// same link very often, as often as its source.
func TestMappingOfEqualLinksIsLinear(t *testing.T) {
	t.Parallel()
	var works []int
	for _, n := range []int{2000, 4000, 8000} {
		r, list := manyOf(t, n, func(int) string { return "x" })
		x := readAll(t.Context(), list, seek(r), Options{})
		d := newDecider(t.Context(), x, r)
		d.finding(&r.Findings[0])
		works = append(works, maxCompared-x.work)
		for i, o := range r.Findings[0].Occurrences {
			if o.Source == nil || o.Source.Line != i+1 {
				t.Fatalf("of %d links, number %d has the source %v", n, i, o.Source)
			}
		}
	}
	for i := 1; i < len(works); i++ {
		if float64(works[i]) > 2.6*float64(works[i-1]) {
			t.Errorf("twice the links take %v comparisons", works)
		}
	}
}

// TestMappingIsBounded maps links of which each reads something else, and so has to
// be compared with each of the source: some seconds' work is done, and then it is
// said that not all was.
func TestMappingIsBounded(t *testing.T) {
	t.Parallel()
	const n = 6000
	r, list := manyOf(t, n, func(i int) string { return fmt.Sprintf("text %d", i) })
	x := readAll(t.Context(), list, seek(r), Options{})
	x.work = n * n / 2
	d := newDecider(t.Context(), x, r)
	d.finding(&r.Findings[0])
	if !x.tired || x.work < 0 {
		t.Errorf("tired is %v with %d left", x.tired, x.work)
	}
	for _, o := range r.Findings[0].Occurrences {
		if o.Source != nil || o.Candidates != nil {
			t.Fatalf("a link has the source %v of what was compared with some alone", o.Source)
		}
	}
}

// TestMapEndsWithItsContext maps with a context that is over.
func TestMapEndsWithItsContext(t *testing.T) {
	t.Parallel()
	r, list := manyOf(t, 10, func(int) string { return "x" })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Map(ctx, r, Options{Dir: list.root}); err != nil {
		t.Fatal(err)
	}
	if got := told(list.root, r); strings.Join(got, "") != strings.Repeat("none", 10) {
		t.Errorf("told %q", got)
	}
	for _, name := range fuzzed {
		src := []byte(strings.Repeat("[x](/no/) <a href=/no/>x</a> link:/no/[x] `x </no/>`_ [[/no/][x]]\nurl: /no/\n", 5000))
		all, some := file{name: name, syntax: syntaxOf(name)}, file{name: name, syntax: syntaxOf(name)}
		readFile(t.Context(), &all, 0, src, sought{all: true})
		readFile(ctx, &some, 0, src, sought{all: true})
		if len(all.records) > 0 && len(some.records) > len(all.records)/2 {
			t.Errorf("%s: %d of %d links are read beyond the end", name, len(some.records), len(all.records))
		}
	}
}

// TestTicks holds the runs of backticks against looking for each of them.
func TestTicks(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"", "`a`", "``a`b``", "`a ``b `c` ```", "a`b\n\n`c`", "`````", "`a``b```c``d`e"} {
		var got, want []int
		runs := ticksOf([]byte(src), 0, len(src))
		for i := range len(src) {
			for n := 1; n < 4; n++ {
				at, ok := runs.next(n, i)
				if !ok {
					at = -1
				}
				got = append(got, at)
				want = append(want, nextRun(src, n, i))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", src, diff)
		}
	}
}

func nextRun(src string, n, from int) int {
	for i := 0; i < len(src); i++ {
		size := len(src[i:]) - len(strings.TrimLeft(src[i:], "`"))
		if size == n && i >= from {
			return i
		}
		i += size
	}
	return -1
}

// TestAttributesThatStandForOneAnother reads AsciiDoc whose attributes would be very
// long, were each put in the place of its name wherever that stands.
func TestAttributesThatStandForOneAnother(t *testing.T) {
	t.Parallel()
	var src strings.Builder
	src.WriteString(":a0: xxxxxxxxxx\n")
	for i := range 60 {
		fmt.Fprintf(&src, ":a%d: {a%d}{a%d}{a%d}\n", i+1, i, i, i)
	}
	src.WriteString(":base: /docs\n:guide: {base}/guide\n{a60}/never[x]\nlink:{guide}/a[y] link:{none}/b[z]\n")
	got := readAs("x.adoc", src.String())
	want := []string{`65:6-15 /docs/guide/a "y"`, `65:24-32 */b "z"`}
	if n := len(got); n < 2 || !cmp.Equal(want, got[n-2:]) {
		t.Errorf("read %.500q, want %q at the end", got, want)
	}
	for _, line := range got {
		if len(line) > 2*maxFilled {
			t.Errorf("a destination is %d bytes long", len(line))
		}
	}
}
