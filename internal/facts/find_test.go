package facts_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
)

// found returns what Find has for a key.
func found(t *testing.T, f *facts.File, s facts.Section, key string) (all []fact) {
	t.Helper()
	records, err := f.Find(s, []byte(key))
	if err != nil {
		t.Errorf("%.40q: %v", key, err)
	}
	for _, r := range records {
		all = append(all, fact{s, string(r.Key), string(r.Value)})
	}
	return all
}

func TestFindFindsAllRecordsOfAKey(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long", facts.MaxFirst)
	value := strings.Repeat("value", 2000)
	var input []fact
	for i := range 40 {
		input = append(
			input,
			fact{1, fmt.Sprintf("key %d", i), value},
			fact{1, fmt.Sprintf("%s %d", long, i), fmt.Sprint(value, i)}, // the index has the same of all
			fact{1, "many", fmt.Sprint(value, i)},                        // several blocks
			fact{1, fmt.Sprintf("short %d", i), ""},
		)
	}
	input = append(input, fact{1, "", "empty"}, fact{1, long, ""}, fact{1, "large", strings.Repeat("l", 3*facts.BlockSize)}, fact{2, "other", ""}, fact{4, "key 1", "4"})
	byKey := map[fact][]fact{}
	for _, r := range inOrder(input) {
		key := fact{section: r.section, key: r.key}
		byKey[key] = append(byKey[key], r)
	}
	f := opened(t, written(t, header(1, 1), mixed(input)))
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for key, want := range byKey {
				if got := found(t, f, key.section, key.key); !slices.Equal(got, want) {
					t.Errorf("section %d, %.40q: %d records, want %d", key.section, key.key, len(got), len(want))
				}
				for _, none := range []fact{{key.section, key.key + "\x00", ""}, {3, key.key, ""}, {0, key.key, ""}, {200, key.key, ""}} {
					if got := found(t, f, none.section, none.key); got != nil {
						t.Errorf("section %d, %.40q: %d records, want none", none.section, none.key, len(got))
					}
				}
			}
		})
	}
	group.Wait()
}

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
