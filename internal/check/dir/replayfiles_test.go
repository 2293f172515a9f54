package dir

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
)

// shardFacts opens the facts of shard i of n, which hold one record.
func shardFacts(t *testing.T, i, n int, damage func([]byte)) *facts.File {
	t.Helper()
	var out bytes.Buffer
	w, err := facts.NewWriter(&out, facts.Header{Mode: link.Directory, Build: "b", Shard: i, Shards: n}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w.Add(sectionSite, nil, []byte("{}"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	damage(out.Bytes())
	path := filepath.Join(t.TempDir(), fmt.Sprint(i, ".facts"))
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := facts.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// A merge of very many shards asks the one first that reads a page: each look-up unpacks a
// block.
func TestTheShardOfAPageIsAskedFirst(t *testing.T) {
	t.Parallel()
	const shards = 4
	part := recordedPart{Part: facts.Part{Header: facts.Header{Shards: shards}}, prefix: "docs/"}
	for i := range shards - 1 { // the last one is missing
		part.Files = append(part.Files, shardFacts(t, i+1, shards, func([]byte) {}))
	}
	for i := range 20 {
		name := fmt.Sprintf("page-%d.html", i)
		files := part.filesWith("docs/" + name)
		shard, first := facts.ShardOf(name, shards), files[0].Header().Shard
		if shard < shards && first != shard {
			t.Errorf("shard %d is asked first for %s, which shard %d reads", first, name, shard)
		}
		seen := map[int]bool{}
		for _, f := range files {
			seen[f.Header().Shard] = true
		}
		if len(files) != shards-1 || len(seen) != shards-1 {
			t.Errorf("%d files of %d shards are asked for %s, want %d", len(files), len(seen), name, shards-1)
		}
	}
}

// The problem of a damaged file names it once, and has one piece of advice.
func TestADamagedListingIsNamedOnce(t *testing.T) {
	t.Parallel()
	f := shardFacts(t, 1, 1, func(file []byte) { file[len("linkvet.facts\n")+4] ^= 1 })
	_, err := OpenRecorded([]facts.Part{{Header: f.Header(), Files: []*facts.File{f}}}, []string{""}, "none")
	if err == nil || strings.Count(err.Error(), "the facts") != 1 || strings.Count(err.Error(), "again") != 2 {
		t.Errorf("error: %v", err)
	}
}
