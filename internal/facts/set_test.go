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

func TestASetIsComplete(t *testing.T) {
	t.Parallel()
	newSet(t).add(t, "1", header(1, 1)).is(t, []string{"1"}, "")
	newSet(t).add(t, "c", header(3, 3)).add(t, "a", header(1, 3)).add(t, "b", header(2, 3)).is(t, []string{"a b c"}, "")
}

func TestASetOfSeveralParts(t *testing.T) {
	t.Parallel()
	blog := func(h *facts.Header) { h.Sites, h.Build = []string{"https://blog.example.com/"}, "b2" }
	local := func(h *facts.Header) { h.Sites, h.Build, h.Target = nil, "b3", "other" }
	newSet(t).add(t, "2", header(2, 2)).add(t, "blog", header(1, 1), blog).add(t, "local", header(1, 2), local).add(t, "1", header(1, 2)).
		is(t, []string{"1 2", "blog", "local"}, "", "shard 2/2 of other is missing: run it again and merge all 2")
}

func TestABuildAtTwoPlaces(t *testing.T) {
	t.Parallel()
	latest := func(h *facts.Header) { h.Sites = []string{"https://example.com/latest/"} }
	newSet(t).add(t, "v2", header(1, 1)).add(t, "latest", header(1, 1), latest).is(t, []string{"v2", "latest"}, "")
	newSet(t).add(t, "1", header(1, 2)).add(t, "2", header(2, 2), latest).is(t, []string{"1"}, "",
		`the facts "2" have the site URL "https://example.com/latest/", and "1" have "https://example.com/": run the shards again with one`,
		"shard 2/2 of public is missing: run it again and merge all 2")
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
		"no setting":     {func(h *facts.Header) { h.Settings = nil }, `the facts "b" were made with no exclude, and "a" with exclude: "a": run the shards again with the same settings`},
		"empty":          {func(h *facts.Header) { h.Settings["accept"] = "" }, `the facts "b" were made with accept: "", and "a" with no accept: run the shards again with the same settings`},
		"the first":      {func(h *facts.Header) { h.Settings = map[string]string{"a": "1", "exclude": "b"} }, `the facts "b" were made with a: "1", and "a" with no a: run the shards again with the same settings`},
		"build":          {func(h *facts.Header) { h.Build = "b2" }, `the facts "b" and "a" are of two builds of public: run the shards again on one build`},
		"site URL":       {func(h *facts.Header) { h.Sites = []string{"https://example.org/"} }, `the facts "b" have the site URL "https://example.org/", and "a" have "https://example.com/": run the shards again with one`},
		"no site URL":    {func(h *facts.Header) { h.Sites = nil }, `the facts "b" have the site URL "", and "a" have "https://example.com/": run the shards again with one`},
		"base path":      {func(h *facts.Header) { h.Base = "/docs/" }, `the facts "b" have the base path "/docs/", and "a" have "": run the shards again with one`},
		"mode":           {func(h *facts.Header) { h.Mode = "live" }, `the facts "b" have the mode "live", and "a" have "directory": run the shards again with one`},
		"target":         {func(h *facts.Header) { h.Target = "./public" }, `the facts "b" have the target "./public", and "a" have "public": run the shards again with one`},
		"inferred":       {func(h *facts.Header) { h.Inferred = true }, `the facts "b" have the inferred site URL "true", and "a" have "false": run the shards again with one`},
		"shared":         {func(h *facts.Header) { h.Shared = true }, `the facts "b" have the shared host "true", and "a" have "false": run the shards again with one`},
		"number":         {func(h *facts.Header) { h.Shards = 4 }, `the facts "b" have the number of shards "4", and "a" have "2": run the shards again with one`},
		"a long setting": {func(h *facts.Header) { h.Settings["exclude"] = strings.Repeat("x", 1<<20) }, `the facts "b" were made with exclude: "` + strings.Repeat("x", 2045) + `…", and "a" with exclude: "a": run the shards again with the same settings`},
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
	newSet(t).add(t, "first", header(1, 1), answers("1/1", "b1")).add(t, "a", header(1, 1)).is(t, []string{"a"}, "first")
	whole(t).add(t, "x", header(1, 1), answers("1/2", "b2")).
		is(t, []string{"a"}, "", `the facts "x" hold answers for other shards than those of this merge: make them again from these`)
	whole(t).add(t, "x", header(1, 1), answers("1/2", "b1")).add(t, "y", header(1, 1), answers("1/2", "b1")).
		is(t, []string{"a"}, "x", `the facts "x" and "y" are both answers 1/2: give one of them`)
	whole(t).add(t, "x", header(1, 1), answers("1/2", "b1")).add(t, "y", header(1, 1), answers("2/3", "b1")).
		is(t, []string{"a"}, "x", `the facts "y" are answers 2/3, and "x" answers 1/2: make them again with one number of shares`)
	newSet(t).add(t, "x", header(1, 1), answers("1/2", "b1")).
		is(t, nil, "", `the facts hold only answers: give those of the shards too`)
}

// The build of several parts is the same in any order, and that of one part is its own.
func TestTheBuildOfSeveralParts(t *testing.T) {
	t.Parallel()
	blog := func(h *facts.Header) { h.Sites, h.Build = []string{"https://blog.example.com/"}, "b2" }
	s := newSet(t).add(t, "a", header(1, 1)).add(t, "b", header(1, 1), blog)
	build := func(paths ...string) string {
		opened, err := facts.OpenSet(paths)
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close()
		return opened.Build()
	}
	one, both, again := build(s.paths[0]), build(s.paths...), build(s.paths[1], s.paths[0])
	if one != "b1" || both != again || both == one || both == "b2" {
		t.Errorf("builds %q, %q and %q", one, both, again)
	}
	s.add(t, "answers", header(1, 1), func(h *facts.Header) { h.Answers, h.Build = "1/1", both }).is(t, []string{"a", "b"}, "answers")
}

func TestASetHasAFewFiles(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, facts.MaxFiles + 1} {
		want := fmt.Sprintf("could not merge %d files of facts: give 1 to 2000", n)
		if _, err := facts.OpenSet(make([]string, n)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
