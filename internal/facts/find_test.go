package facts_test

import (
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
