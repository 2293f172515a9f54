package config

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// useOf says what the file may do with a setting, as docs/security.md says it.
func useOf(s *setting) string {
	switch {
	case s.file == fileNever:
		return "nothing, also at a terminal"
	case s.file == fileNotInWorkflow:
		return "nothing; at a terminal any value"
	case s.path != nil && strings.Contains(s.value, "URL"):
		return "such a path, or a URL as in the next row"
	case s.path != nil:
		return "a path below the working directory, symbolic links followed, and none into `.git`"
	case s.value == "URL":
		return "a URL at a public address, to which no header, user info or token of an input is sent"
	}
	return "any value"
}

// securityTable returns the table of what the file may set, as docs/security.md has
// to show it.
func securityTable() string {
	var uses []string
	names := map[string][]string{}
	for _, name := range []string{"include", "sources", "target", "site-url", "publish", "config"} {
		uses = append(uses, useOf(find(settings(), name)))
	}
	for _, s := range settings() {
		names[useOf(&s)] = append(names[useOf(&s)], "`"+s.name+"`")
	}
	text := "| in a workflow run the file may set | of these settings |\n| --- | --- |\n"
	for _, use := range uses {
		text += "| " + use + " | " + strings.Join(names[use], ", ") + " |\n"
	}
	return text
}

func TestSecurityTableAgrees(t *testing.T) {
	t.Parallel()
	holdPart(t, "../../docs/security.md", "reads no settings file.\n\n", "\nA flag or an input", securityTable())
}

func TestWhatTheFileDoesNotDecide(t *testing.T) {
	t.Parallel()
	widening := file("allow-private: true\nuser-agent: stranger\nconfig: other.yml\nexclude: /a/**\n")
	tests := map[string]struct {
		src     Sources
		private bool
		agent   string
		refused []string
	}{
		"at a terminal":          {src: widening, private: true, agent: "stranger", refused: []string{"config"}},
		"in a workflow run":      {src: hosted(widening), private: false, agent: "", refused: []string{"allow-private", "user-agent", "config"}},
		"where an input decides": {src: hosted(Sources{Environ: []string{"INPUT_ALLOW-PRIVATE=true", "INPUT_CONFIG=.linkvet.yml"}, File: widening.File, FileName: "f"}), private: true, agent: "", refused: []string{"user-agent"}},
		"where a flag decides":   {src: hosted(Sources{Args: []string{"--user-agent=mine"}, File: widening.File, FileName: "f"}), private: false, agent: "mine", refused: []string{"allow-private", "config"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := Load(test.src)
			if err != nil {
				t.Fatal(err)
			}
			if c.AllowPrivate != test.private || c.UserAgent != test.agent || c.ConfigFile != ".linkvet.yml" || len(c.Exclude) != 1 {
				t.Errorf("allow-private %v, user-agent %q, config %q, exclude %v", c.AllowPrivate, c.UserAgent, c.ConfigFile, c.Exclude)
			}
			if diff := cmp.Diff(slices.Sorted(slices.Values(test.refused)), slices.Sorted(slices.Values(c.NotTaken))); diff != "" {
				t.Errorf("not taken (-want +got):\n%s", diff)
			}
			for _, name := range test.refused {
				if at := c.InFile(name); at != "" {
					t.Errorf("%s is said to come from %s", name, at)
				}
			}
		})
	}
	// A bad value is told of all the same.
	failing(t, hosted(file("allow-private: perhaps")))
}

func TestPathsOfTheFile(t *testing.T) {
	t.Parallel()
	paths := map[string]bool{ // by whether a workflow run takes them
		"target: public":                 true,
		"target: https://example.com/":   true,
		"target: ' HTTP://example.com/'": true,
		"target: /etc":                   false,
		"target: file:///etc":            runtime.GOOS != "windows", // refused as no URL to check; Windows has no such name
		"sources: ../outside":            false,
		"sources: docs/../../outside":    false,
		"report: [json=r.json, text=/r]": false,
		"baseline: /dev/stdin":           false,
	}
	for text, want := range paths {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if _, err := Load(file(text)); err != nil {
				t.Errorf("at a terminal: %v", err)
			}
			src := hosted(file(text))
			if !want {
				if said := failing(t, src); !strings.Contains(said, "is outside the working directory; set it as an input") {
					t.Errorf("got %q", said)
				}
				return
			}
			if _, err := Load(src); err != nil {
				t.Error(err)
			}
		})
	}
	// An input may name any.
	if _, err := Load(hosted(Sources{Environ: []string{"INPUT_SOURCES=../outside", "INPUT_TARGET=/srv"}})); err != nil {
		t.Error(err)
	}
}

func TestSettingsFile(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		src    Sources
		path   string
		chosen bool
	}{
		"the default":           {src: Sources{}, path: ".linkvet.yml", chosen: false},
		"an input":              {src: Sources{Environ: []string{"INPUT_CONFIG=../a.yml"}}, path: "../a.yml", chosen: true},
		"a flag beats an input": {src: Sources{Args: []string{"--config", "b.yml"}, Environ: []string{"INPUT_CONFIG=a.yml"}}, path: "b.yml", chosen: true},
		"the last flag counts":  {src: Sources{Args: []string{"--config=a", "site", "--config=b"}}, path: "b", chosen: true},
		"no file":               {src: Sources{Environ: []string{"INPUT_CONFIG=none"}}, path: "", chosen: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if path, chosen := test.src.SettingsFile(); path != test.path || chosen != test.chosen {
				t.Errorf("got %q, %v; want %q, %v", path, chosen, test.path, test.chosen)
			}
		})
	}
	if said := failing(t, Sources{Args: []string{"--config="}}); said != "--config: must not be empty; set it to the path of a settings file, or to none" {
		t.Errorf("got %q", said)
	}
	// A file may have the name of another source.
	c, err := Load(Sources{Args: []string{"--retries=1"}, File: []byte("retries: 5\nmax-depth: 2"), FileName: "flag"})
	if err != nil || c.Retries != 1 || c.InFile("retries") != "" || c.InFile("max-depth") != "flag:2: max-depth" {
		t.Errorf("got %d and %v, %v", c.Retries, c.Given, err)
	}
}
