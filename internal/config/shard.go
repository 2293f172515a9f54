package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// maxShards bounds the shards of a site: more is a typo. Package facts has the same bound.
const maxShards = 1000

// Shard is a part of a site. The zero value is the whole site.
type Shard struct {
	// Index is from 1 to Count, and Count the number of parts of the site.
	Index, Count int
}

// String returns s as a user writes it, such as "2/8".
func (s Shard) String() string { return strconv.Itoa(s.Index) + "/" + strconv.Itoa(s.Count) }

// autoShard begins a shard that Load finds in the environment.
const autoShard = "auto"

// fromEnvironment is the Index of a Shard that Load finds in the environment. Its Count is
// zero when the environment has to say that, too. No Config that Load returns has it.
const fromEnvironment = -1

// shardSettings are about one site that several runs read.
func shardSettings() []Setting {
	return []Setting{
		{
			Name: "shard", Value: "I/N", Otherwise: "none",
			Meaning: "Read only part I of N of the site, and write what it knows to the report `facts=PATH`. A later run with `merge` judges all parts together. `auto` takes I and N from GitLab, CircleCI, Buildkite or AWS Batch, and `auto/N` takes I from these or from an indexed Job of Kubernetes",
			set:     scalar(func(c *Config) *Shard { return &c.Shard }, parseShard),
		},
		{
			Name: "merge", Value: "PATH", Otherwise: "none", List: true,
			Meaning: "Facts of earlier runs to judge together, one per line: a file, a directory (all `*.facts` files in it and below it) or a glob (`parts/**/*.facts`). linkvet reads no site then. With `shard`, it only requests part I of N of the external links, and writes the answers to the report `facts=PATH`",
			set:     setMerge,
		},
	}
}

// setMerge is the setter of a list that must not be empty: that is a variable that was not
// set, and to check a site in its place would be wrong.
func setMerge(c *Config, entries []entry, f *faults) {
	list(func(c *Config) *[]string { return &c.Merge }, whole, parseText)(c, entries, f)
	if len(entries) > 0 && len(c.Merge) == 0 {
		f.add(entries[0].place, "must not be empty; set it to a file, a directory or a glob, or remove it")
	}
}

// errShardForm is the cause of a shard that is not of the form.
var errShardForm = errors.New("must be I/N such as 2/8, auto, or auto/N such as auto/8")

// parseShard reads I/N, auto or auto/N.
func parseShard(s string) (Shard, error) {
	shard, err := readShard(s)
	switch {
	case errors.Is(err, errShardForm):
		return Shard{}, fmt.Errorf("%w, not %s%s", err, quote(s), didYouMean(meantShard(s)))
	case err != nil:
		return Shard{}, fmt.Errorf("%w, not %s", err, quote(s))
	}
	return shard, nil
}

// readShard is parseShard with errors that do not repeat the value.
func readShard(s string) (Shard, error) {
	if s == autoShard {
		return Shard{Index: fromEnvironment}, nil
	}
	left, right, _ := strings.Cut(s, "/")
	i, isIndex := parseCount(left)
	n, ok := parseCount(right)
	switch {
	case !ok || !isIndex && left != autoShard:
		return Shard{}, errShardForm
	case n < 1 || n > maxShards:
		return Shard{}, fmt.Errorf("must have from 1 to %d shards", maxShards)
	case left == autoShard:
		return Shard{Index: fromEnvironment, Count: n}, nil
	case i == 0:
		return Shard{}, fmt.Errorf("must be from 1/%d to %d/%d (strategy.job-index counts from 0: use a matrix of numbers from 1)", n, n, n)
	case i > n:
		return Shard{}, fmt.Errorf("must be from 1/%d to %d/%d", n, n, n)
	}
	return Shard{i, n}, nil
}

// parseCount reads a number that is not negative. One that is too large for an int counts as
// too large for a shard.
func parseCount(digits string) (int, bool) {
	n, err := strconv.Atoi(digits)
	if errors.Is(err, strconv.ErrRange) {
		return maxShards + 1, digits[0] != '-'
	}
	return n, err == nil && n >= 0 && digits[0] != '+'
}

// meantShard returns the shard that a value was probably meant to be: with another
// separator, with blanks, or with auto in another case; empty when none is.
func meantShard(value string) string {
	plain := strings.ToLower(strings.Join(strings.Fields(value), ""))
	for _, other := range []string{"of", ":", "-", "_", "|", "\\"} {
		plain = strings.Replace(plain, other, "/", 1)
	}
	if _, err := readShard(plain); err != nil || plain == value {
		return ""
	}
	return plain
}
