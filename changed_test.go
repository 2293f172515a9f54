package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// fileTree holds files by their paths.
type fileTree map[string]string

// changedBase is a site with two broken links on the main branch: one in a page, one in
// the layout.
var changedBase = fileTree{
	".gitignore":               "/public/\n",
	"layout.html":              "<header><a href=\"/\">home</a></header>\n<main></main>\n<footer><a href=\"/gone-footer/\">old footer</a></footer>\n",
	"content/index.md":         "# Home\n\n[guide](/guide/) [install](/guide/install/#on-linux) [about](/about/)\n",
	"content/about.md":         "# About\n\nA line.\n\n[never there](/never/)\n\n[by hand](/guide/#by-hand)\n",
	"content/guide.md":         "# Guide\n\n## By hand\n\n[about us](/about/)\n",
	"content/guide/install.md": "# Install\n\n## On Linux\n\n[back](/guide/)\n",
	"content/logo.md":          "# Logo\n\n[logo](/img/logo.png)\n",
	"static/img/logo.png":      "png\n",
}

// markdownLink is a link in the sources, and heading one that becomes an id.
var (
	markdownLink = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
	notInID      = regexp.MustCompile(`[^a-z0-9]+`)
)

// build makes a site of the sources as a generator does, in the directory public.
func build(t *testing.T, dir string) {
	t.Helper()
	layout, err := os.ReadFile(filepath.Join(dir, "layout.html"))
	if err != nil {
		t.Fatal(err)
	}
	public := filepath.Join(dir, "public")
	if err := os.RemoveAll(public); err != nil {
		t.Fatal(err)
	}
	if static := filepath.Join(dir, "static"); exists(static) {
		if err := os.CopyFS(public, os.DirFS(static)); err != nil {
			t.Fatal(err)
		}
	}
	content := filepath.Join(dir, "content")
	for name, text := range readTree(t, content) {
		var body strings.Builder
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			title := strings.TrimLeft(line, "# ")
			switch level := len(line) - len(strings.TrimLeft(line, "#")); {
			case level > 0:
				fmt.Fprintf(&body, "<h%d id=%q>%s</h%[1]d>\n", level, strings.Trim(notInID.ReplaceAllString(strings.ToLower(title), "-"), "-"), title)
			case line != "":
				fmt.Fprintf(&body, "<p>%s</p>\n", markdownLink.ReplaceAllString(line, `<a href="$2">$1</a>`))
			}
		}
		page := strings.TrimSuffix(name, ".md")
		if filepath.Base(page) == "index" {
			page = filepath.Dir(page)
		}
		html := "<!doctype html><title>" + page + "</title>\n" + strings.Replace(string(layout), "<main></main>", "<main>\n"+body.String()+"</main>", 1)
		writeTree(t, filepath.Join(public, page), fileTree{"index.html": html})
	}
}

// readTree returns the files below a directory, but for those of git.
func readTree(t *testing.T, dir string) fileTree {
	t.Helper()
	all := fileTree{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// writeTree writes files below a directory. An empty one is removed.
func writeTree(t *testing.T, dir string, all fileTree) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if all[name] == "" {
			err = os.RemoveAll(path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(all[name]), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// pullRequest is a clone with a pull request in it.
type pullRequest struct {
	t          *testing.T
	dir        string
	base, head string
}

// git runs the git program, away from its user's configuration.
func (p *pullRequest) git(args ...string) string {
	p.t.Helper()
	cmd := exec.CommandContext(p.t.Context(), "git", append([]string{"-C", p.dir, "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b.test", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b.test")
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("git %q: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (p *pullRequest) commit(all fileTree) string {
	p.t.Helper()
	writeTree(p.t, p.dir, all)
	p.git("add", "--all", ".")
	p.git("commit", "--quiet", "--allow-empty", "--message=x")
	return p.git("rev-parse", "HEAD")
}

// newPullRequest makes a repository with the commits of a pull request on top of base.
func newPullRequest(t *testing.T, base fileTree, commits ...fileTree) *pullRequest {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	p := &pullRequest{t: t, dir: t.TempDir()}
	p.git("init", "--quiet", "--initial-branch=main")
	p.base = p.commit(base)
	p.git("checkout", "--quiet", "-b", "topic")
	for _, c := range commits {
		p.head = p.commit(c)
	}
	return p
}

// changedRun is how a run of linkvet ended.
type changedRun struct {
	status           int
	out              string
	failed, complete bool
	notes            []string
	// failing and others are the findings as the text report lists them: those that fail
	// the run, and those that the pull request does not cause.
	failing, others []string
}

var textFinding = regexp.MustCompile(`(?m)^✗ (not caused, )?([a-z-]+)  (\S+) — `)

// check runs linkvet in the directory of a pull request.
func (p *pullRequest) check(env []string, args ...string) changedRun {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	linkvet := filepath.Join(p.t.TempDir(), "linkvet")
	if err := os.Symlink(self, linkvet); err != nil {
		p.t.Fatal(err)
	}
	event := filepath.Join(p.t.TempDir(), "event.json")
	payload := fmt.Sprintf(`{"repository": {"default_branch": "main"}, "pull_request": {"base": {"sha": %q}, "head": {"sha": %q}},
		"deployment": {"sha": %[2]q}, "deployment_status": {"state": "success", "environment_url": "https://preview.example/"}}`, p.base, p.head)
	if err := os.WriteFile(event, []byte(payload), 0o644); err != nil {
		p.t.Fatal(err)
	}
	report := filepath.Join(p.t.TempDir(), "report.json")
	cmd := exec.CommandContext(p.t.Context(), linkvet, append([]string{"--changed", "--external=false", "--report=json=" + report}, args...)...)
	cmd.Dir = p.dir
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=pull_request",
		"GITHUB_EVENT_PATH=" + event, "GITHUB_SHA=" + p.head,
	}, env...)
	out, err := cmd.CombinedOutput()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		p.t.Fatal(err)
	}
	r := changedRun{status: cmd.ProcessState.ExitCode(), out: string(out)}
	data, err := os.ReadFile(report)
	if err != nil {
		p.t.Fatalf("%v: %s", err, out)
	}
	var said struct {
		Failed, Complete bool
		Notes            []string
	}
	if err := json.Unmarshal(data, &said); err != nil {
		p.t.Fatal(err)
	}
	r.failed, r.complete, r.notes = said.Failed, said.Complete, said.Notes
	for _, m := range textFinding.FindAllStringSubmatch(r.out, -1) {
		if m[1] != "" {
			r.others = append(r.others, m[3])
		} else {
			r.failing = append(r.failing, m[3])
		}
	}
	slices.Sort(r.failing)
	slices.Sort(r.others)
	return r
}

// The broken links that the main branch has.
var changedOthers = []string{"/gone-footer/", "/never/"}

// TestChanged runs linkvet for pull requests of every kind. Two links were broken before.
func TestChanged(t *testing.T) {
	t.Parallel()
	b, none := changedBase, []string{}
	for _, tt := range []struct {
		name string
		// base is what the main branch has besides changedBase.
		base, change fileTree
		// failing are the findings that fail the run, and others those that do not; nil is
		// both of the main branch.
		failing, others []string
	}{
		{name: "a line that has no link", change: fileTree{"content/about.md": "# About\n\nAnother line, and one more.\n\nMore.\n\n[never there](/never/)\n\n[by hand](/guide/#by-hand)\n"}},
		{name: "a page without broken links", change: fileTree{"content/new.md": "# New\n\n[guide](/guide/)\n"}},
		{
			name:    "a page with a broken link",
			change:  fileTree{"content/new.md": "# New\n\n[nothing](/nothing/)\n"},
			failing: []string{"/nothing/"},
		},
		{
			name:    "a broken link in a page that was there",
			change:  fileTree{"content/guide.md": b["content/guide.md"] + "\n[nothing](/nothing/)\n"},
			failing: []string{"/nothing/"},
		},
		{
			name:    "a new link to a target that was broken",
			change:  fileTree{"content/guide.md": b["content/guide.md"] + "\n[never](/never/)\n"},
			failing: []string{"/never/"}, others: []string{"/gone-footer/"},
		},
		{
			name:    "one more of the same link in a file",
			change:  fileTree{"content/about.md": b["content/about.md"] + "\n[never again](/never/)\n"},
			failing: []string{"/never/"}, others: []string{"/gone-footer/"},
		},
		{
			name:   "a fixed link",
			change: fileTree{"content/about.md": "# About\n\nA line.\n\n[by hand](/guide/#by-hand)\n"},
			others: []string{"/gone-footer/"},
		},
		{
			name:    "a removed page",
			change:  fileTree{"content/guide/install.md": ""},
			failing: []string{"/guide/install/"},
		},
		{
			name:    "a moved page",
			change:  fileTree{"content/guide/install.md": "", "content/docs/install.md": b["content/guide/install.md"]},
			failing: []string{"/guide/install/"},
		},
		{
			name:   "a moved page with a link that was broken",
			change: fileTree{"content/about.md": "", "content/us.md": b["content/about.md"], "content/index.md": "# Home\n", "content/guide.md": "# Guide\n\n## By hand\n"},
		},
		{
			name:    "a moved page with a new broken link",
			change:  fileTree{"content/logo.md": "", "content/mark.md": b["content/logo.md"] + "\n[nothing](/nothing/)\n"},
			failing: []string{"/nothing/"},
		},
		{
			name:    "a page renamed in case",
			change:  fileTree{"content/about.md": "", "content/About.md": b["content/about.md"]},
			failing: []string{"/about/"},
		},
		{
			name:    "a renamed heading",
			change:  fileTree{"content/guide.md": strings.Replace(b["content/guide.md"], "By hand", "Manually", 1)},
			failing: []string{"/guide/#by-hand"},
		},
		{
			name:    "a removed image",
			change:  fileTree{"static/img/logo.png": ""},
			failing: []string{"/img/logo.png"},
		},
		{
			name:    "a layout with a broken link",
			change:  fileTree{"layout.html": strings.Replace(b["layout.html"], "</footer>", "<a href=\"/imprint/\">imprint</a></footer>", 1)},
			failing: []string{"/imprint/"},
		},
		{
			name: "a relative link of the layout that leads nowhere from a new page",
			base: fileTree{
				"layout.html":              strings.Replace(b["layout.html"], "</footer>", "<a href=\"../about/\">about</a></footer>", 1),
				"content/guide/install.md": "", "content/index.md": "# Home\n",
			},
			change:  fileTree{"content/deep/new.md": "# New\n"},
			failing: []string{"/deep/about/"},
		},
		{
			name:    "settings of the host",
			change:  fileTree{"netlify.toml": "[build]\n  publish = \"public\"\n"},
			failing: changedOthers, others: none,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.others == nil {
				tt.others = changedOthers
			}
			base := maps.Clone(changedBase)
			maps.Copy(base, tt.base)
			p := newPullRequest(t, base, tt.change)
			build(t, p.dir)
			got := p.check(nil, "public")
			status := 0
			if len(tt.failing) > 0 {
				status = 1
			}
			if got.status != status || got.failed != (status == 1) || !got.complete {
				t.Errorf("exit status %d, failed %v, complete %v; want %d", got.status, got.failed, got.complete, status)
			}
			if diff := cmp.Diff([][]string{tt.failing, tt.others}, [][]string{got.failing, got.others}, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("failing and others (-want +got):\n%s", diff)
			}
			if t.Failed() {
				t.Log(got.out)
			}
		})
	}
}
