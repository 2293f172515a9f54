package facts_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
)

func TestJoinYieldsRecordsByKeyAndFile(t *testing.T) {
	t.Parallel()
	type joined struct {
		key   string
		from  int
		value string
	}
	inputs := make([][]fact, 9)
	var want []joined
	for i := range 5000 {
		from := i * i % 8 // the last file has none
		f := fact{3, fmt.Sprintf("key %d", i%301), fmt.Sprintf("value %d", i)}
		inputs[from] = append(inputs[from], f, fact{2, f.key, "another section"})
		want = append(want, joined{f.key, from, f.value})
	}
	slices.SortFunc(want, func(a, b joined) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.from, b.from), cmp.Compare(a.value, b.value))
	})
	var files []*facts.File
	for i, input := range inputs {
		files = append(files, opened(t, written(t, header(i+1, 9), input)))
	}
	var got []joined
	for j, err := range facts.Join(files, 3) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, joined{string(j.Key), j.From, string(j.Value)})
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d records are not those of the files in order, want %d", len(got), len(want))
	}
	n := 0
	for range facts.Join(files, 3) {
		if n++; n == 3 {
			break
		}
	}
	for range facts.Join(nil, 3) {
		t.Error("no file has a record")
	}
}

// Join ends with the first error, at the start of a file or later.
func TestJoinReportsDamage(t *testing.T) {
	t.Parallel()
	good := opened(t, facts.Forge(forgedHeader, facts.Pack(1, record("a", ""), record("c", ""))))
	for blocks, want := range [][]string{{"error"}, {"a", "b", "error"}} {
		bad := facts.Pack(1, record("bad", ""))
		bad.Raw++
		forged := []facts.Forged{facts.Pack(1, record("b", "")), bad}[1-blocks:]
		f := opened(t, facts.Forge(forgedHeader, forged...))
		var got []string
		for j, err := range facts.Join([]*facts.File{good, f}, 1) {
			if err == nil {
				got = append(got, string(j.Key))
				continue
			}
			got = append(got, "error")
			if text := fmt.Sprintf("could not read the facts %q: it is damaged (a block does not unpack to what the index says): copy it again, or run its shard again", f.Name()); j.From != 1 || err.Error() != text {
				t.Errorf("file %d: %v", j.From, err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
