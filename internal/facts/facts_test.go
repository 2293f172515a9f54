package facts_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
)

// header is that of a shard of a site.
func header(shard, shards int) facts.Header {
	return facts.Header{
		Version: "1.2.3", Mode: link.Directory, Target: "public", Sites: []string{"https://example.com/"},
		Build: "b1", Shard: shard, Shards: shards, Settings: map[string]string{"exclude": "a"},
	}
}

// fact is a record with its section.
type fact struct {
	section    facts.Section
	key, value string
}

// inOrder sorts facts as a file has them.
func inOrder(all []fact) []fact {
	slices.SortFunc(all, func(a, b fact) int {
		return cmp.Or(cmp.Compare(a.section, b.section), cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value))
	})
	return all
}

// some returns three sections of n facts each, in order. Two facts have one key.
func some(n int) (all []fact) {
	for s := range 3 {
		for i := range n {
			all = append(all, fact{facts.Section(2 * s), fmt.Sprintf("key/%08d", i/2), fmt.Sprintf("value %d of %d", s, i)})
		}
	}
	return inOrder(all)
}

// mixed returns facts in another order, the same each time.
func mixed(all []fact) []fact {
	all = slices.Clone(all)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// written returns the bytes of a file with these facts.
func written(t testing.TB, h facts.Header, all []fact) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := facts.NewWriter(&out, h, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		w.Add(f.section, []byte(f.key), []byte(f.value))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// saved writes a file and returns its path.
func saved(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// opened opens a file with these bytes.
func opened(t testing.TB, data []byte) *facts.File {
	t.Helper()
	f, err := facts.Open(saved(t, "a.facts", data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// all reads all facts of a file up to the first error.
func all(f *facts.File) (all []fact, err error) {
	for s := range 256 {
		for r, err := range f.Records(facts.Section(s)) {
			if err != nil {
				return all, err
			}
			all = append(all, fact{facts.Section(s), string(r.Key), string(r.Value)})
		}
	}
	return all, nil
}

func TestRecordsAreReadAsWritten(t *testing.T) {
	t.Parallel()
	most := []byte(strings.Repeat("v", facts.MaxValue))
	for name, want := range map[string][]fact{
		"none":            nil,
		"one, empty":      {{0, "", ""}},
		"equal ones":      {{7, "k", "v"}, {7, "k", "v"}},
		"many":            some(5000),
		"first and last":  {{0, "a", "1"}, {255, "a", "2"}},
		"bytes":           {{1, "\x00", "\xff"}, {1, "\x00\x00", "\x00"}, {1, "\xff", ""}},
		"the largest":     inOrder([]fact{{1, strings.Repeat("k", facts.MaxKey), string(most)}, {1, "a", "b"}, {1, "z", "b"}}),
		"larger than one": {{1, "a", string(most[:facts.BlockSize])}, {1, "b", string(most[:facts.BlockSize-10])}, {1, "c", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := opened(t, written(t, header(1, 1), mixed(want)))
			got, err := all(f)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d records, %v; want %d in order", len(got), err, len(want))
			}
		})
	}
}
