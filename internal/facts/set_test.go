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

// set makes a file for each header and opens the set of them. The directory is left out of
// the errors.
type set struct {
	dir   string
	paths []string
}

func newSet(t *testing.T) *set { return &set{dir: t.TempDir() + string(filepath.Separator)} }

func (s *set) add(t *testing.T, name string, h facts.Header, change ...func(*facts.Header)) *set {
	t.Helper()
	for _, c := range change {
		c(&h)
	}
	return s.addBytes(t, name, written(t, h, nil))
}

func (s *set) addBytes(t *testing.T, name string, data []byte) *set {
	t.Helper()
	s.paths = append(s.paths, s.dir+name)
	if err := os.WriteFile(s.dir+name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

// open returns the parts, each as the names of its files, the answers, and the problems.
func (s *set) open(t *testing.T) (parts []string, answers string, problems []string) {
	t.Helper()
	opened, err := facts.OpenSet(s.paths)
	if err != nil {
		return nil, "", []string{s.plain(err.Error())}
	}
	defer func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, p := range opened.Parts {
		parts = append(parts, s.names(p.Files))
	}
	for _, p := range opened.Problems {
		problems = append(problems, s.plain(p))
	}
	return parts, s.names(opened.Answers), problems
}

func (s *set) names(files []*facts.File) string {
	var names []string
	for _, f := range files {
		names = append(names, s.plain(f.Name()))
	}
	return strings.Join(names, " ")
}

func (s *set) plain(text string) string {
	quoted := fmt.Sprintf("%q", s.dir)
	return strings.ReplaceAll(strings.ReplaceAll(text, strings.Trim(quoted, `"`), ""), s.dir, "")
}

// is fails the test when a set has other parts, answers or problems.
func (s *set) is(t *testing.T, parts []string, answers string, problems ...string) {
	t.Helper()
	gotParts, gotAnswers, gotProblems := s.open(t)
	if !slices.Equal(gotParts, parts) || gotAnswers != answers || !slices.Equal(gotProblems, problems) {
		t.Errorf("parts %q, answers %q, problems:\n%s\nwant %q, %q:\n%s", gotParts, gotAnswers, strings.Join(gotProblems, "\n"), parts, answers, strings.Join(problems, "\n"))
	}
}

func TestMissingShardsAreNamed(t *testing.T) {
	t.Parallel()
	s := newSet(t)
	for _, i := range []int{8, 1, 2, 4, 5, 6, 7} {
		s.add(t, fmt.Sprint(i), header(i, 8))
	}
	s.is(t, []string{"1 2 4 5 6 7 8"}, "", "shard 3/8 of public is missing: run it again and merge all 8")
	newSet(t).add(t, "2", header(2, 4)).add(t, "4", header(4, 4)).
		is(t, []string{"2 4"}, "", "shards 1/4, 3/4 of public are missing: run them again and merge all 4")
}

func TestAFileThatDoesNotBelongIsLeftOut(t *testing.T) {
	t.Parallel()
	const missing = "shard 2/2 of public is missing: run it again and merge all 2"
	for name, test := range map[string]struct {
		change func(*facts.Header)
		want   string
	}{
		"version":        {func(h *facts.Header) { h.Version = "2.0.0" }, `the facts "b" were made by linkvet 2.0.0, and "a" by linkvet 1.2.3: run the shards again with one version`},
		"a setting":      {func(h *facts.Header) { h.Settings["exclude"] = "b\nc" }, `the facts "b" were made with exclude: "b\nc", and "a" with exclude: "a": run the shards again with the same settings`},
		"build":          {func(h *facts.Header) { h.Build = "b2" }, `the facts "b" and "a" are of two builds of public: run the shards again on one build`},
		"site URL":       {func(h *facts.Header) { h.Sites = []string{"https://example.org/"} }, `the facts "b" have the site URL "https://example.org/", and "a" have "https://example.com/": run the shards again with one`},
		"the same shard": {func(h *facts.Header) { h.Shard = 1 }, `the facts "a" and "b" are both shard 1/2 of public: give one of them`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newSet(t).add(t, "a", header(1, 2)).add(t, "b", header(2, 2), test.change).is(t, []string{"a"}, "", test.want, missing)
		})
	}
	s := newSet(t).add(t, "a", header(1, 1))
	s.paths = append(s.paths, s.paths[0])
	s.is(t, []string{"a"}, "", `the facts "a" and "a" are both shard 1/1 of public: give one of them`)
}

func TestADamagedFileOfASetIsNamed(t *testing.T) {
	t.Parallel()
	s := newSet(t).addBytes(t, "x.html", []byte("hello")).add(t, "a", header(1, 1)).addBytes(t, "cut", written(t, header(1, 1), nil)[:100])
	s.paths = append(s.paths, s.dir+"none")
	parts, _, problems := s.open(t)
	if len(problems) != 3 || problems[0] != "could not read the facts \"x.html\": it is not a file of facts: give files that `report: facts=PATH` wrote" ||
		problems[1] != `could not read the facts "cut": it is damaged (its end is missing): copy it again, or run its shard again` ||
		!strings.HasPrefix(problems[2], `could not open the facts "none": `) || !slices.Equal(parts, []string{"a"}) {
		t.Errorf("parts %q, problems %q", parts, problems)
	}
}

func TestAnswersAreApartFromShards(t *testing.T) {
	t.Parallel()
	answers := func(share, build string) func(*facts.Header) {
		return func(h *facts.Header) { h.Answers, h.Build = share, build }
	}
	whole := func(t *testing.T) *set { return newSet(t).add(t, "a", header(1, 1)) }
	whole(t).add(t, "two", header(1, 1), answers("2/10", "b1")).add(t, "ten", header(1, 1), answers("10/10", "b1")).add(t, "one", header(1, 1), answers("1/10", "b1")).
		is(t, []string{"a"}, "one two ten")
	whole(t).add(t, "x", header(1, 1), answers("1/2", "b2")).
		is(t, []string{"a"}, "", `the facts "x" hold answers for other shards than those of this merge: make them again from these`)
	whole(t).add(t, "x", header(1, 1), answers("1/2", "b1")).add(t, "y", header(1, 1), answers("1/2", "b1")).
		is(t, []string{"a"}, "x", `the facts "x" and "y" are both answers 1/2: give one of them`)
	whole(t).add(t, "x", header(1, 1), answers("1/2", "b1")).add(t, "y", header(1, 1), answers("2/3", "b1")).
		is(t, []string{"a"}, "x", `the facts "y" are answers 2/3, and "x" answers 1/2: make them again with one number of shares`)
	newSet(t).add(t, "x", header(1, 1), answers("1/2", "b1")).
		is(t, nil, "", `the facts hold only answers: give those of the shards too`)
}
