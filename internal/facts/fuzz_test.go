package facts_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
)

// What is read of any file is in order, is found by its keys, and is the same when it is
// written and read again. With seal, checksums are made right first, so that what is behind
// them is reached.
func FuzzFacts(f *testing.F) {
	const unreadable = "\x00\x01"
	f.Add([]byte(facts.Magic), false)
	f.Add(facts.Forge(forgedHeader), true)
	f.Add(facts.Forge(forgedHeader, facts.Pack(1, record("", ""))), false)
	f.Add(facts.Forge(forgedHeader, facts.Pack(1, record("a", "1"), record("a", "2"), record("b", "")), facts.Pack(1, record("b", "3"))), true)
	f.Add(facts.Forge(forgedHeader, facts.Pack(1, record("a", unreadable)), facts.Pack(2, record("a", "x")), facts.Pack(255, record("a", "x"))), true)
	f.Add(facts.Forge(forgedHeader, facts.Forged{Section: 1, Stored: frame(10<<30, 3, 0, 8, 0), Raw: 100}), true)
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		if seal {
			data = slices.Clone(data)
			facts.Seal(data)
		}
		file, err := facts.Open(saved(t, "a.facts", data))
		if err != nil {
			return
		}
		defer file.Close()
		got, err := all(file)
		if !slices.Equal(got, inOrder(slices.Clone(got))) {
			t.Errorf("records are out of order: %q", got)
		}
		for i, r := range got[:min(len(got), 50)] {
			records, findErr := file.Find(r.section, []byte(r.key))
			if findErr == nil && !slices.ContainsFunc(records, func(f facts.Record) bool { return string(f.Key) == r.key && string(f.Value) == r.value }) {
				t.Errorf("record %d is not found: %q", i, r)
			}
			if err == nil && findErr != nil {
				t.Errorf("record %d is not found: %v", i, findErr)
			}
		}
		if _, missing := file.Find(3, []byte("a")); err == nil && missing != nil {
			t.Error(missing)
		}
		if err != nil {
			return
		}
		again := written(t, file.Header(), got)
		if second, err := all(opened(t, again)); err != nil || !slices.Equal(second, got) {
			t.Errorf("what was written again has other records: %v", err)
		}
		if third := written(t, opened(t, again).Header(), got); !bytes.Equal(third, again) {
			t.Error("what was written two times differs")
		}
	})
}
