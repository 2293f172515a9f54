package cause

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// tree is a repository in memory: the files of the merge base and of the pull request. The
// name of contents is the text itself behind a mark.
type tree struct {
	before, after map[string]string
	submodules    []string
	broken        bool
}

const mark = "blob:"

func nameOfText(files map[string]string, file string) string {
	if text, ok := files[file]; ok {
		return mark + text
	}
	return ""
}

// Before returns the name of the contents that a file had.
func (t *tree) Before(file string) (name, submodule string, err error) {
	for _, s := range t.submodules {
		if strings.HasPrefix(file, s+"/") {
			return "", s, nil
		}
	}
	if t.broken {
		return "", "", errors.New("broken")
	}
	return nameOfText(t.before, file), "", nil
}

// Read returns the contents of that name.
func (t *tree) Read(name string) ([]byte, error) {
	text, ok := strings.CutPrefix(name, mark)
	if !ok || t.broken {
		return nil, errors.New("no such contents")
	}
	return []byte(text), nil
}

// Names reports whether a name is that of the contents.
func (t *tree) Names(name string, data []byte) bool { return name == mark+string(data) }

// changes are the differences of both versions.
func (t *tree) changes() []git.Change {
	all := map[string]string{}
	maps.Copy(all, t.before)
	maps.Copy(all, t.after)
	var changes []git.Change
	for _, file := range slices.Sorted(maps.Keys(all)) {
		if c := (git.Change{Path: file, Before: nameOfText(t.before, file), After: nameOfText(t.after, file)}); c.Before != c.After {
			changes = append(changes, c)
		}
	}
	return changes
}

// options are those of a repository, whose files are written to a directory: places of a
// report name them there.
func (t *tree) options(tb testing.TB) (opt Options, dir string) {
	tb.Helper()
	dir = filepath.ToSlash(tb.TempDir())
	for file, text := range t.after {
		name := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return Options{
		History: t, Changes: t.changes(),
		Path: func(file string) string {
			path, ok := strings.CutPrefix(file, dir+"/")
			if !ok {
				return ""
			}
			return path
		},
		Tracks: func(path string) bool { _, ok := t.after[path]; return ok },
	}, dir
}

// finding is one with one place, whose source is a line of a file; an empty file is none.
func finding(target, file string, line, column int) link.Finding {
	f := link.Finding{Verdict: link.Broken, Reason: link.NotFound, Target: target, Internal: !strings.Contains(target, "://"), Fails: true}
	if strings.Contains(target, "example.com") {
		f.Status = 404 // without a status, the checkout of the repository answered
	}
	o := link.Occurrence{Page: "/p/", Element: "a", Link: target}
	if f.Internal && strings.Contains(target, "#") {
		f.Reason = link.FragmentNotFound
	}
	if file != "" {
		o.Source = &link.Source{File: file, Line: line, Column: column}
	}
	f.Occurrences = []link.Occurrence{o}
	return f
}

// decide decides one finding.
func decide(ctx context.Context, opt Options, f link.Finding) (answer, string) {
	r := &link.Report{Failed: true, Findings: []link.Finding{f}}
	result := Decide(ctx, r, opt)
	switch {
	case result.NotCaused == 1:
		return notCaused, ""
	case len(result.Undecided) == 1:
		for why := range result.Undecided {
			return undecided, why
		}
	}
	return caused, ""
}

// TestLostTargets decides about a link that the pull request does not change, by what it
// does to other files.
func TestLostTargets(t *testing.T) {
	t.Parallel()
	page := "---\ntitle: The Title\nslug: own-slug\ntags: [red, dark blue]\naliases: [/former/]\n---\n\nText about install.\n\n## Don't panic!\n\nSetext heading\n--------------\n\n### 1.2 Notes {#own-id}\n"
	for _, tt := range []struct {
		name, file, before, after string
		to                        string // the new path of a file that is renamed
		lost, kept                []string
	}{
		{
			name: "a removed page", file: "content/guide/set-up.md", before: page,
			lost: []string{"/guide/set-up/", "/guide/Set_Up.html", "/set-up", "/guide/", "/own-slug/", "/former/", "/tags/red/", "/tags/dark-blue/", "/the-title/", "/blog/page/7/", "/x/#dont-panic", "https://github.com/octo/site/blob/main/content/guide/set-up.md"},
			kept: []string{"/install/", "/setting/", "/up-guide/", "/guide/other/", "/x/#install", "https://example.com/set-up"},
		},
		{
			name: "a renamed page", file: "content/guide/set-up.md", before: page, to: "content/guide/start.md", after: page,
			lost: []string{"/guide/set-up/", "/guide/"}, kept: []string{"/own-slug/", "/tags/red/", "/x/#dont-panic", "/guide/start/"},
		},
		{
			name: "another front matter", file: "content/a.md", before: page, after: strings.NewReplacer("own-slug", "new-slug", ", dark blue", "").Replace(page),
			lost: []string{"/own-slug/", "/tags/dark-blue/"}, kept: []string{"/new-slug/", "/tags/red/", "/a/", "/former/", "/x/#dont-panic"},
		},
		{
			name: "other headings", file: "content/a.md", before: page, after: strings.NewReplacer("panic", "worry", "Setext", "Another", "1.2", "1.3", "own-id", "new-id").Replace(page),
			lost: []string{"/a/#dont-panic", "/a/#setext-heading", "/a/#12-notes", "/a/#own-id", "/a/#dont-panic-1"}, kept: []string{"/a/#text-about-install", "/a/#the-title", "/a/"},
		},
		{
			name: "a heading and a slug with one more word", file: "content/a.md", before: page, after: strings.NewReplacer("own-slug", "my-own-slug", "Don't panic!", "Please don't panic!").Replace(page),
			lost: []string{"/own-slug/", "/a/#dont-panic"}, kept: []string{"/a/#setext-heading", "/former/"},
		},
		{
			name: "other prose", file: "content/a.md", before: page, after: strings.ReplaceAll(page, "Text about install.", "Other words."),
			kept: []string{"/install/", "/a/#install", "/a/", "/own-slug/", "/a/#dont-panic"},
		},
		{
			name: "anchors that a generator numbers", file: "content/a.md", before: page, after: page + "\n## More\n",
			lost: []string{"/a/#section-3"}, kept: []string{"/b/#section-3", "/a/#own-id"},
		},
		{
			name: "ids of HTML", file: "a.html", before: `<h2 id="One">One</h2><p id="two">two</p>`, after: `<h2 id="one">One</h2><p id="two">no two</p>`,
			lost: []string{"/a.html#One"}, kept: []string{"/a.html#two", "/two.html"},
		},
		{
			name: "data", file: "data/products.yml", before: "[{name: Blue Chair}, {name: Table}]\n", after: "[{name: Table}]\n",
			lost: []string{"/products/blue-chair/"}, kept: []string{"/products/table/", "/products/"},
		},
		{
			name: "a program", file: "lib/a.py", before: "def load(): pass\ndef save(): load()\n", after: "def load(): pass\n",
			lost: []string{"/api/#save"}, kept: []string{"/api/#load"},
		},
		{
			name: "a style sheet that is compiled", file: "assets/main.scss", before: "a {}",
			lost: []string{"/css/main.css"}, kept: []string{"/css/print.css"},
		},
		{
			name: "Pelican", file: "content/a.md", before: "Title: One\nSlug: first\n\nNote: second\n", after: "Title: One\n\nOther\n",
			lost: []string{"/first/"}, kept: []string{"/second/"},
		},
		{
			name: "a post with a date", file: "_posts/2024-03-09-hello-world.md", before: "# Hi\n",
			lost: []string{"/blog/2024/03/09/hello-world.html", "/2024/", "/page/2/"}, kept: []string{"/hello/there/"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			const other, text = "content/other.md", "[a](/a)\n"
			repository := &tree{before: map[string]string{other: text, tt.file: tt.before}, after: map[string]string{other: text}}
			if tt.to != "" {
				repository.after[tt.to] = tt.after
			} else if tt.after != "" {
				repository.after[tt.file] = tt.after
			}
			opt, dir := repository.options(t)
			for want, targets := range map[answer][]string{caused: tt.lost, notCaused: tt.kept} {
				for _, target := range targets {
					f := finding(target, dir+"/"+other, 1, 5)
					f.Occurrences[0].Link = "/a"
					if is, why := decide(t.Context(), opt, f); is != want {
						t.Errorf("%s: got %v %s, want %v", target, is, why, want)
					}
				}
			}
		})
	}
}

// TestUndecided lists what counts as caused because it could not be decided.
func TestUndecided(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	repository := func() *tree {
		return &tree{
			before: map[string]string{"a.md": "[a](/a)\n", "b.md": "x"},
			after:  map[string]string{"a.md": "[a](/a)\n", "b.md": "y"},
		}
	}
	for _, tt := range []struct {
		name   string
		ctx    context.Context
		change func(*tree, *link.Finding, *Options, string)
		want   string
	}{
		{name: "none", change: func(*tree, *link.Finding, *Options, string) {}, want: ""},
		{name: "the end of the run", ctx: ended, change: func(*tree, *link.Finding, *Options, string) {}, want: whyEnded},
		{name: "no source", change: func(_ *tree, f *link.Finding, _ *Options, _ string) { f.Occurrences[0].Source = nil }, want: whyNoSource},
		{name: "another line", change: func(_ *tree, f *link.Finding, opt *Options, _ string) {
			f.Occurrences[0].Source.Line = 9
			opt.History.(*tree).before["a.md"] = "other"
		}, want: whyOtherLine},
		{name: "a file outside", change: func(_ *tree, f *link.Finding, _ *Options, _ string) { f.Occurrences[0].Source.File = "/tmp/x.md" }, want: whyUntracked},
		{name: "a repository that cannot be read", change: func(r *tree, _ *link.Finding, _ *Options, _ string) { r.broken = true }, want: whyUnread},
		{name: "a changed file that is too large", change: func(r *tree, _ *link.Finding, opt *Options, _ string) {
			r.before["b.md"] = strings.Repeat("x", maxFile+1)
			opt.Changes = r.changes()
		}, want: whyUnread},
		{name: "too many changed files", change: func(_ *tree, _ *link.Finding, opt *Options, _ string) {
			for i := range maxChanges {
				opt.Changes = append(opt.Changes, git.Change{Path: fmt.Sprintf("n%d.md", i)})
			}
		}, want: whyMuch},
		{name: "a submodule", change: func(_ *tree, _ *link.Finding, opt *Options, _ string) {
			opt.Changes = append(opt.Changes, git.Change{Path: "themes/one", Before: "1", After: "2", Submodule: true})
		}, want: "the pull request changes the submodule themes/one"},
		{name: "a page that answers with an error", change: func(_ *tree, f *link.Finding, _ *Options, _ string) { f.Reason = link.ServerError }, want: whyAnswer},
		{name: "the start page", change: func(_ *tree, f *link.Finding, _ *Options, _ string) { f.Target = "/" }, want: whyNoName},
		{name: "settings of the generator", change: func(_ *tree, _ *link.Finding, opt *Options, _ string) {
			opt.Changes = append(opt.Changes, git.Change{Path: "docs/mkdocs.yml", Before: "1", After: "2"})
		}, want: "the pull request changes docs/mkdocs.yml, which can change every page"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := repository()
			opt, dir := r.options(t)
			f := finding("/a", dir+"/a.md", 1, 5)
			tt.change(r, &f, &opt, dir)
			ctx := t.Context()
			if tt.ctx != nil {
				ctx = tt.ctx
			}
			want := undecided
			if tt.want == "" {
				want = notCaused
			}
			if is, why := decide(ctx, opt, f); is != want || why != tt.want {
				t.Errorf("got %v %q, want %q", is, why, tt.want)
			}
		})
	}
}
