package cache

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What reads as a file reads the same once it is written, and is written the same
// from then on.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"", "linkvet.cache/1", "linkvet.cache/1\n", "linkvet.cache/1\r\nhttp://a/\t2026-11-21T12:00:00Z\t200\r\n",
		"linkvet.cache/1\nhttps://a/\t2026-11-21T12:00:00Z\t200\tprivate\n",
		"linkvet.cache/1\nhttps://a/b?c\t2026-11-21T12:00:00Z\t200\tetag=W/\"x\"\t302=https://b/\t#0123456789abcdef\t#0000000000000000\n",
		"linkvet.cache/1\nhttps://a/\t0000-01-01T00:00:00Z\t999\nhttps://a/\t9999-12-31T23:59:59Z\t100\n",
		"linkvet.cache/1\nhttps://u@a/\t2026-11-21T12:00:00Z\t200\n", "linkvet.cache/1\n\n", "linkvet.cache/1\nhttps://a/\t2026-11-21T12:00:60Z\t200\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) == 0 {
			t.Skip("a file that holds nothing is not read")
		}
		entries, err := decoded(src)
		if err != nil {
			return
		}
		first := encoded(t, entries, maxFile)
		again, err := decoded(first)
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%q", err, first)
		}
		if diff := cmp.Diff(entries, again); diff != "" {
			t.Errorf("entries (-first +again):\n%s", diff)
		}
		if second := encoded(t, again, maxFile); !bytes.Equal(first, second) {
			t.Errorf("written first as\n%q\nand then as\n%q", first, second)
		}
		for _, e := range entries {
			if !canKeep(&e) {
				t.Errorf("%+v was read and cannot be kept", e)
			}
		}
	})
}
