package facts_test

import (
	"fmt"
	"runtime"
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
	for i := range 300 {
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

func TestFindReturnsCopies(t *testing.T) {
	t.Parallel()
	f := opened(t, written(t, header(1, 1), []fact{{1, "key", "value"}}))
	records, err := f.Find(1, []byte("key"))
	if err != nil {
		t.Fatal(err)
	}
	records[0].Key[0], records[0].Value[0] = 'x', 'x'
	if got := found(t, f, 1, "key"); !slices.Equal(got, []fact{{1, "key", "value"}}) {
		t.Errorf("what was found was changed: %q", got)
	}
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

func TestFindReportsRecordsOutOfOrder(t *testing.T) {
	t.Parallel()
	f := opened(t, facts.Forge(forgedHeader, facts.Pack(1, record("b", ""), record("a", ""))))
	want := fmt.Sprintf("could not read the facts %q: it is damaged (its records are out of order): copy it again, or run its shard again", f.Name())
	if _, err := f.Find(1, []byte("c")); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Very many records of one key are for Records and Join.
func TestFindHasBoundedMemory(t *testing.T) {
	t.Parallel()
	var blocks []facts.Forged
	records := make([]facts.Record, facts.BlockSize/3)
	for i := range records {
		records[i] = record("k", "")
	}
	for range 12 {
		blocks = append(blocks, facts.Pack(1, records...))
	}
	f := opened(t, facts.Forge(forgedHeader, blocks...))
	want := fmt.Sprintf("could not read the facts %q: one key has too many records", f.Name())
	if _, err := f.Find(1, []byte("k")); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A few blocks are kept, and none with a large record.
func TestFindKeepsFewBlocks(t *testing.T) {
	t.Parallel()
	var input []fact
	for i := range 12 {
		input = append(input, fact{1, fmt.Sprint("large", i), strings.Repeat("l", 4*facts.BlockSize)}, fact{1, fmt.Sprint("usual", i), strings.Repeat("u", facts.BlockSize/2)})
	}
	f := opened(t, written(t, header(1, 1), input))
	for _, r := range input {
		if got := found(t, f, 1, r.key); len(got) != 1 {
			t.Errorf("%s: %d records, want 1", r.key, len(got))
		}
		if size := f.Cached(); size > facts.MaxCached {
			t.Errorf("%d bytes are kept, of at most %d", size, facts.MaxCached)
		}
	}
	if f.Cached() < facts.BlockSize {
		t.Error("no block is kept")
	}
}

// Keys whose start fills the index make Find search blocks. It does not read them all.
func TestFindReadsFewBlocksForKeysThatStartAlike(t *testing.T) {
	start := strings.Repeat("k", facts.MaxFirst)
	var input []fact
	for i := range 128 {
		input = append(input, fact{1, fmt.Sprintf("%s%03d", start, i), strings.Repeat("v", facts.BlockSize-1000)})
	}
	f := opened(t, written(t, header(1, 1), input))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := found(t, f, 1, start+"127")
	runtime.ReadMemStats(&after)
	if blocks := (after.TotalAlloc - before.TotalAlloc) / facts.BlockSize; len(got) != 1 || blocks > 20 {
		t.Errorf("%d records are found in %d blocks, of 128", len(got), blocks)
	}
}
