package target

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPackedQueue(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 300)
	entries := []WaitingLink{
		{},
		{Page: 1<<31 - 1, index: 1<<31 - 1},
		{Page: 3, index: 400, Fragment: "part"},
		{Page: 3, Seen: SeenLink{Line: 1, Column: 1}},
		{Page: 4, Fragment: "a", Seen: SeenLink{Line: 1 << 20, Column: 1 << 21, Element: 1, Attribute: 1 << 14, Raw: "x.html#a", Text: "reads\x00so"}},
		{Page: 5, Fragment: "a%20b", Seen: SeenLink{Line: 2, Column: 3, Raw: "x.html#a b", Text: long}},
		{Page: 6, Fragment: long, Seen: SeenLink{Line: 2, Column: 3, Raw: "#" + long}},
		{Page: 7, Seen: SeenLink{Line: 2, Column: 3, Raw: "x.html#:~:text=a", Text: ""}},
	}
	var kept packedQueue
	for _, e := range entries {
		kept.Add(e)
	}
	var got []WaitingLink
	kept.each(func(e WaitingLink) { got = append(got, e) })
	if diff := cmp.Diff(entries, got, cmp.AllowUnexported(WaitingLink{}, SeenLink{})); diff != "" {
		t.Errorf("what was added and what came back differ (-want +got):\n%s", diff)
	}
	packedQueue(nil).each(func(e WaitingLink) { t.Errorf("an empty queue holds %v", e) })
}

func FuzzPackedQueue(f *testing.F) {
	f.Add(int32(1), int32(2), 3, 4, "x.html#a", "text", "a")
	f.Fuzz(func(t *testing.T, page, index int32, line, column int, raw, text, fragment string) {
		want := WaitingLink{Page: max(page, 0), index: max(index, 0), Fragment: fragment}
		if line > 0 {
			want.Seen = SeenLink{Line: line, Column: max(column, 0), Raw: raw, Text: text}
		}
		var kept packedQueue
		kept.Add(want)
		kept.Add(want)
		n := 0
		kept.each(func(got WaitingLink) {
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
