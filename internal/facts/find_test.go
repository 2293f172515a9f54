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

func TestFindReportsDamage(t *testing.T) {
	t.Parallel()
	good := facts.Pack(1, record("a", "1"))
	bad := facts.Pack(1, record("c", "1"))
	bad.Raw++
	long := strings.Repeat("l", facts.MaxFirst)
	unreadable := facts.Pack(1, record(long, "1"))
	unreadable.Stored = []byte("no zstd")
	f := opened(t, facts.Forge(forgedHeader, good, bad, unreadable))
	for _, key := range []string{"c", "d", long, long + "x"} {
		want := fmt.Sprintf("could not read the facts %q: it is damaged (a block does not unpack to what the index says): copy it again, or run its shard again", f.Name())
		if records, err := f.Find(1, []byte(key)); err == nil || err.Error() != want || records != nil {
			t.Errorf("%.10q: %d records, %v", key, len(records), err)
		}
	}
	if got := found(t, f, 1, "a"); len(got) != 1 {
		t.Errorf("a block without damage has %d records, want 1", len(got))
	}
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
