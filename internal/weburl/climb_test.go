package weburl

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestClimb joins pieces in which paths differ. Where a reference climbs to, it has to lead to
// the same URL as before.
func TestClimb(t *testing.T) {
	t.Parallel()
	if folder, rest, ok := Climb("/docs/en/", ".././../../a.html"); folder != "/" || rest != "a.html" || !ok {
		t.Errorf("a.html above the root is %q in %q, %v", rest, folder, ok)
	}
	pieces := []string{"a", "b.html", "/", "//", ".", "..", "../", "./", "%2e", "%2E", "%20", "%", ":", "?", "[", "|", "^", " ", "\t", "\\", "ü", "c:/"}
	random := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		var b strings.Builder
		for range random.IntN(n) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	known := 0
	for range 50_000 {
		base, err := Parse("https://site.test/" + text(4))
		if err != nil {
			continue
		}
		folder, ref := base.Path[:strings.LastIndexByte(base.Path, '/')+1], "."+text(6)
		above, rest, ok := Climb(folder, ref)
		if !ok {
			continue
		}
		known++
		want, err := base.Resolve(ref)
		if got, gotErr := base.Resolve(above + rest); err != nil || gotErr != nil || got != want {
			t.Errorf("from %q %q climbs to %q behind %q: %+v, %v; want %+v, %v", folder, ref, rest, above, got, gotErr, want, err)
		}
	}
	if known < 5000 {
		t.Errorf("only %d references climbed", known)
	}
}
