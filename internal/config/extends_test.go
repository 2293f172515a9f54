package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sharing returns sources with a settings file that extends others: those of shared, by
// name. A name that begins with https is that of a fetched file.
func sharing(content string, shared map[string]string, args ...string) Sources {
	return Sources{
		Args: args, File: []byte(content), FileName: ".linkvet.yml",
		Open: func(_ File, to string) (File, error) {
			text, ok := shared[to]
			if !ok {
				return File{}, errors.New("could not read " + to + ": no such file")
			}
			return File{Name: to, At: to, Content: []byte(text), Fetched: strings.HasPrefix(to, "https://")}, nil
		},
	}
}

// sharingEmpty returns sources with a settings file, where each file that it extends is
// empty.
func sharingEmpty(content string) Sources {
	src := file(content)
	src.Open = func(_ File, to string) (File, error) { return File{Name: to, At: to}, nil }
	return src
}

// TestExtends holds that a file is stronger than those that it extends, and a later one of
// these stronger than an earlier one.
func TestExtends(t *testing.T) {
	t.Parallel()
	src := sharing("extends: [a.yml, b.yml]\njobs: 1\nexclude: [/own]\nrules:\n- match: /own\n  verdict: ok\n", map[string]string{
		"a.yml": "jobs: 2\nretries: 2\nwait: 2s\nextends: c.yml\nexclude: [/a]\nrules:\n- match: /a\n  verdict: ok\n",
		"b.yml": "jobs: 3\nretries: 3\nexclude: [/b]\nrules:\n- match: /b\n  verdict: ok\n",
		"c.yml": "wait: 4s\nmax-depth: 4\nextends: [b.yml]\nexclude: [/c]\nrules:\n- match: /c\n  verdict: ok\n",
	}, "--max-pages=9")
	c, err := Load(src)
	if err != nil {
		t.Fatal(err)
	}
	if c.Jobs != 1 || c.Retries != 3 || c.Wait.String() != "2s" || c.MaxDepth != 4 || c.MaxPages != 9 || len(c.Exclude) != 1 || !c.Exclude.Match("/own") {
		t.Errorf("jobs %d, retries %d, wait %v, max-depth %d, exclude %v", c.Jobs, c.Retries, c.Wait, c.MaxDepth, c.Exclude)
	}
	var order []string
	for _, r := range c.Rules {
		order = append(order, r.Where)
	}
	if diff := cmp.Diff([]string{".linkvet.yml:5", "b.yml:5", "a.yml:7", "c.yml:6"}, order); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	want := []FileSettings{
		{".linkvet.yml", []string{"exclude", "jobs", "rules"}},
		{"b.yml", []string{"retries", "rules"}},
		{"a.yml", []string{"wait", "rules"}},
		{"c.yml", []string{"max-depth", "rules"}},
	}
	if diff := cmp.Diff(want, c.Files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if at := c.InFile("retries"); at != "b.yml:2: retries" {
		t.Errorf("retries is set at %s", at)
	}
}

// TestExtendsFaults holds that no file is left out silently, and that each fault names its
// file.
func TestExtendsFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file   string
		shared map[string]string
		want   string
	}{
		"missing": {file: "jobs: 1\nextends: no.yml", want: ".linkvet.yml:2: extends: could not read no.yml: no such file"},
		"itself": {
			file: "extends: a.yml", shared: map[string]string{"a.yml": "extends: .linkvet.yml", ".linkvet.yml": ""},
			want: "a.yml:1: extends: the file extends itself: .linkvet.yml → a.yml → .linkvet.yml; remove one of these",
		},
		"a fetched": {file: "extends: https://h/a.yml", shared: map[string]string{"https://h/a.yml": "sources: ../x\ncache: /c"}, want: "https://h/a.yml:1: sources: \"../x\" is outside the working directory; set it as an input, or use a path inside\nhttps://h/a.yml:2: cache: \"/c\" is outside the working directory; set it as an input, or use a path inside"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Load(sharing(test.file, test.shared))
			if err == nil {
				t.Fatal("got no error")
			}
			checkFaults(t, err)
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			var all *Errors
			if errors.As(err, &all) && IsURL(all.Faults[0].File) {
				t.Errorf("an annotation would name the file %s", all.Faults[0].File)
			}
		})
	}
	if _, err := Load(file("extends: a.yml")); err == nil || err.Error() != ".linkvet.yml:1: extends: other files cannot be read here" {
		t.Errorf("without a reader: %v", err)
	}
	if _, err := Load(Sources{Args: []string{"--extends=a.yml"}}); err == nil || err.Error() != "--extends: can be set only in the settings file" {
		t.Errorf("as a flag: %v", err)
	}
}

// TestFetchedSettingsOnlyNarrow holds a file from a URL to what a settings file may do in a
// workflow run, in every run.
func TestFetchedSettingsOnlyNarrow(t *testing.T) {
	t.Parallel()
	const text = "allow-private: true\npublish: status\nuser-agent: x\ntoken: x\nexclude: /a\n"
	for name, test := range map[string]struct {
		name    string
		private bool
		refused []string
	}{
		"a path": {name: "a.yml", private: true, refused: []string{"token"}},
		"a URL":  {name: "https://h/a.yml", private: false, refused: []string{"allow-private", "publish", "user-agent", "token"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := Load(sharing("extends: "+test.name, map[string]string{test.name: text}))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.refused, namesOf(c.NotTaken)); diff != "" || c.AllowPrivate != test.private || len(c.Exclude) != 1 {
				t.Errorf("allow-private %v, exclude %v, not taken (-want +got):\n%s", c.AllowPrivate, c.Exclude, diff)
			}
		})
	}
}

// FuzzExtends holds that each error about two files that extend each other, or others, is
// plain lines.
func FuzzExtends(f *testing.F) {
	for _, seed := range [][2]string{
		{"extends: a", "jobs: 1"},
		{"extends: [a, b]", "extends: b\nrules: [{match: /x, verdict: ok}]"},
		{"extends: [https://h/a, '']", "sources: ../x\ncache: /a\nextends: '::error::x'"},
		{"extends: &a [*a]", "extends: {a: b}"},
		{"extends: [a, a, a, a, a, a]\njobs: x", "extends: [b, c, d, e, f, g, h]\nnope: 1"},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, content, shared []byte) {
		if len(content)+len(shared) > 1<<14 {
			t.Skip("the caller bounds the files; this keeps the fuzzer quick")
		}
		opened := 0
		_, err := Load(Sources{File: content, FileName: ".linkvet.yml", Open: func(_ File, to string) (File, error) {
			opened++
			if strings.HasPrefix(to, "!") {
				return File{}, errors.New("could not read it")
			}
			return File{Name: to, At: to, Content: shared, Fetched: strings.HasPrefix(to, "https://")}, nil
		}})
		checkFaults(t, err)
		if opened > (maxFiles+1)*maxItems {
			t.Errorf("%d files were opened", opened)
		}
	})
}
