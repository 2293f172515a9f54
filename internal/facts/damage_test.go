package facts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
)

// refused returns the error of a file at a path that is opened and read. There is no file
// after it, so that thousands of them take no time of a disk.
func refused(t *testing.T, path string, data []byte) error {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}()
	f, err := facts.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for s := range facts.Section(10) {
		for _, err := range f.Records(s) {
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func TestADamagedFileIsRefused(t *testing.T) {
	t.Parallel()
	whole := written(t, header(1, 1), some(20))
	path := filepath.Join(t.TempDir(), "a.facts")
	check := func(what string, data []byte) {
		t.Helper()
		err := refused(t, path, data)
		if err == nil {
			t.Errorf("%s: no error", what)
		} else if text := err.Error(); !strings.HasPrefix(text, fmt.Sprintf("could not read the facts %q: ", path)) ||
			!strings.HasSuffix(text, ": copy it again, or run its shard again") && !strings.HasSuffix(text, ": give files that `report: facts=PATH` wrote") {
			t.Errorf("%s: the error does not say what to do: %s", what, text)
		}
	}
	for size := 0; size < len(whole); size += 11 {
		check(fmt.Sprintf("cut to %d bytes", size), whole[:size])
	}
	for at := 0; at < len(whole); at += 7 {
		damaged := slices.Clone(whole)
		damaged[at] ^= 1 << (at % 8)
		check(fmt.Sprintf("byte %d of %d is changed", at, len(whole)), damaged)
		check(fmt.Sprintf("byte %d is missing", at), slices.Delete(slices.Clone(whole), at, at+1))
		check(fmt.Sprintf("a byte is added at %d", at), slices.Insert(slices.Clone(whole), at, 'x'))
	}
	check("a byte is added at the end", append(slices.Clone(whole), '\n'))
	check("two files", append(slices.Clone(whole), whole...))
	check("zeros", make([]byte, len(whole)))
}

func TestAHeaderThatIsNotValidIsRefused(t *testing.T) {
	t.Parallel()
	const good = `{"schema":"linkvet.facts/1","version":"1","mode":"live","target":"t","build":"b","shard":1,"shards":2`
	if f := opened(t, facts.Forge(good+"}")); f.Header().Build != "b" {
		t.Error("a header that is valid is refused")
	}
	for name, text := range map[string]string{
		"unknown field": good + `,"more":1}`,
		"no JSON":       "x",
		"cut":           good,
		"shard 3 of 2":  good + `,"shard":3}`,
		"no build":      good + `,"build":""}`,
		"other mode":    good + `,"mode":"x"}`,
		"answers":       good + `,"answers":"3/2"}`,
	} {
		path := saved(t, "a.facts", facts.Forge(text))
		if f, err := facts.Open(path); err == nil {
			t.Errorf("%s: opened as %+v", name, f.Header())
		}
	}
}
