package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLedger(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 300)
	entries := []entry{
		{},
		{page: 1<<31 - 1, index: 1<<31 - 1},
		{page: 3, index: 400, fragment: "part"},
		{page: 3, seen: seen{line: 1, column: 1}},
		{page: 4, fragment: "a", seen: seen{line: 1 << 20, column: 1 << 21, element: 1, attribute: 1 << 14, raw: "x.html#a", text: "reads\x00so"}},
		{page: 5, fragment: "a%20b", seen: seen{line: 2, column: 3, raw: "x.html#a b", text: long}},
		{page: 6, fragment: long, seen: seen{line: 2, column: 3, raw: "#" + long}},
		{page: 7, seen: seen{line: 2, column: 3, raw: "x.html#:~:text=a", text: ""}},
	}
	var kept ledger
	for _, e := range entries {
		kept.add(e)
	}
	var got []entry
	kept.each(func(e entry) { got = append(got, e) })
	if diff := cmp.Diff(entries, got, cmp.AllowUnexported(entry{}, seen{})); diff != "" {
		t.Errorf("what was added and what came back differ (-want +got):\n%s", diff)
	}
	ledger(nil).each(func(e entry) { t.Errorf("an empty ledger holds %v", e) })
}

func FuzzLedger(f *testing.F) {
	f.Add(int32(1), int32(2), 3, 4, "x.html#a", "text", "a")
	f.Fuzz(func(t *testing.T, page, index int32, line, column int, raw, text, fragment string) {
		want := entry{page: max(page, 0), index: max(index, 0), fragment: fragment}
		if line > 0 {
			want.seen = seen{line: line, column: max(column, 0), raw: raw, text: text}
		}
		var kept ledger
		kept.add(want)
		kept.add(want)
		n := 0
		kept.each(func(got entry) {
			n++
			if got != want {
				t.Errorf("added %v, got %v", want, got)
			}
		})
		if n != 2 {
			t.Errorf("added 2 entries, got %d", n)
		}
	})
}

// TestLedgerIsSmall holds the size of what a crawl has most of: links that wait.
func TestLedgerIsSmall(t *testing.T) {
	t.Parallel()
	var kept ledger
	e := entry{page: 10_000, fragment: "method", seen: seen{
		line: 1000, column: 40, element: 1, attribute: 2, raw: "../../lang/String.html#method", text: "method",
	}}
	kept.add(e)
	if most := len(e.seen.raw) + len(e.seen.text) + 12; len(kept) > most {
		t.Errorf("an entry takes %d bytes, want at most %d", len(kept), most)
	}
}
