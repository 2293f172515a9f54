package dir

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// TestSheetKnownFromAnotherLink reads a style sheet that only a link tells to be one,
// though where it leads was known before.
func TestSheetKnownFromAnotherLink(t *testing.T) {
	t.Parallel()
	job, dir := checktest.OpenPages(t, map[string]string{
		"a.html": `<a href="theme">the theme</a>`,
		"b.html": `<link rel="stylesheet" href="theme">`,
		"theme":  `body { background: url(gone.png) }`,
	}, "--jobs", "1")
	want := []string{"/gone.png /theme:1"}
	if diff := cmp.Diff(want, findingLines(Check(t.Context(), job, dir))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// TestResolveCache keeps references of two directories: what it knows is of the one that it
// is in, up to as many as there is room for.
func TestResolveCache(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		hash        func(i uint64) uint64
		count, want int
	}{
		"of neighbouring slots": {hash: func(i uint64) uint64 { return i%64 | i<<32 }, count: minSlots, want: minSlots},
		"more than are kept":    {hash: func(i uint64) uint64 { return i * 0x9e3779b97f4a7c15 }, count: maxSlots, want: maxSlots / 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var m resolveCache
			for _, page := range []string{"https://a.test/x/1.html", "https://a.test/y/2.html"} {
				m.enter(check.Base{URL: checktest.MustParse(t, page)})
				for i := range tt.count {
					hash := tt.hash(uint64(i))
					if _, ok := m.find(hash); ok {
						t.Fatalf("hash %#x is known before it was met, from %s", hash, page)
					}
					m.keep(hash, int32(i))
				}
				known := 0
				for i := range tt.count {
					place, ok := m.find(tt.hash(uint64(i)))
					if ok && place != int32(i) {
						t.Fatalf("hash %#x leads to %d, want %d", tt.hash(uint64(i)), place, i)
					}
					if ok {
						known++
					}
				}
				if known != tt.want {
					t.Errorf("%d are known from %s, want %d", known, page, tt.want)
				}
			}
		})
	}
}
