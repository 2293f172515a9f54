package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Shard is a share of the external hosts of a directory's links. The zero value is all.
type Shard struct {
	// Index is from 1 to Count, and Count the number of shares.
	Index, Count int
}

// String returns s as a user writes it, such as "2/8".
func (s Shard) String() string { return strconv.Itoa(s.Index) + "/" + strconv.Itoa(s.Count) }

// errShard is the cause of a value that is no shard.
var errShard = errors.New("must be I/N with I from 1 to N, such as 2/8")

// parseShard reads I/N.
func parseShard(s string) (Shard, error) {
	left, right, _ := strings.Cut(s, "/")
	i, _ := strconv.Atoi(left)
	n, _ := strconv.Atoi(right)
	shard := Shard{i, n}
	if i < 1 || i > n || shard.String() != s {
		return Shard{}, fmt.Errorf("%w, not %s", errShard, quote(s))
	}
	return shard, nil
}
