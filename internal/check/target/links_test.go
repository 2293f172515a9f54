package target

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPackedLinks(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 300)
	entries := []WaitingLink{
		{},
		{Page: 1<<31 - 1, index: 1<<31 - 1},
		{Page: 3, index: 400, Fragment: "part"},
		{Page: 3, Line: 1, Column: 1},
		{Page: 4, Fragment: "a", Line: 1 << 20, Column: 1 << 21, Origin: 1 << 14, Raw: "x.html#a", Text: "reads\x00so"},
		{Page: 5, Fragment: "a%20b", Line: 2, Column: 3, Raw: "x.html#a b", Text: long},
		{Page: 6, Fragment: long, Line: 2, Column: 3, Raw: "#" + long},
		{Page: 7, Line: 2, Column: 3, Raw: "x.html#:~:text=a", Text: ""},
	}
	var kept links
	for _, e := range entries {
		kept.add(e)
	}
	var got []WaitingLink
	for _, entry := range kept.all() {
		got = append(got, unpack(entry))
	}
	if diff := cmp.Diff(entries, got, cmp.AllowUnexported(WaitingLink{})); diff != "" {
		t.Errorf("what was added and what came back differ (-want +got):\n%s", diff)
	}
}
