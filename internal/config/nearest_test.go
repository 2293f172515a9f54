package config

import (
	"strings"
	"testing"
)

func TestUnknownSettings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src  Sources
		want string
	}{
		{src: Sources{Args: []string{"--no-quiet"}}, want: `--no-quiet: unknown setting; write --quiet=false`},
		{src: file("no-external: true"), want: `.linkvet.yml:1: no-external: unknown setting; write external: false`},
		{src: Sources{Environ: []string{"GITHUB_ACTIONS=true", "INPUT_EXCLUDES=x"}}, want: `input excludes: unknown setting; did you mean "exclude"?`},
		{src: Sources{Args: []string{"check", "public"}}, want: `TARGET: is given 2 times; linkvet has no commands and checks one site per run: pass one directory or URL, and quote values that contain spaces`},
		{src: Sources{Args: []string{"--external", "no", "public"}}, want: `TARGET: is given 2 times; linkvet has no commands and checks one site per run: pass one directory or URL, and quote values that contain spaces`},
		{src: Sources{Args: []string{"--header=X:", "hunter2", "public"}}, want: `TARGET: is given 2 times; linkvet has no commands and checks one site per run: pass one directory or URL, and quote values that contain spaces`},
	}
	for _, tt := range tests {
		if _, err := Load(tt.src); err == nil || err.Error() != tt.want {
			t.Errorf("%q %q: got %v\nwant %s", tt.src.Args, tt.src.Environ, err, tt.want)
		}
	}
}

func TestMeantWords(t *testing.T) {
	t.Parallel()
	for flag, want := range map[string]string{
		"--fail-on=brokn": `"broken"`, "--format=JSON": `"json"`, "--fragments=interal": `"internal"`, "--fail-on=never": "",
	} {
		_, meant, _ := strings.Cut(failing(t, Sources{Args: []string{flag}}), "; did you mean ")
		if got := strings.TrimSuffix(meant, "?"); got != want {
			t.Errorf("%s: means %s, want %s", flag, got, want)
		}
	}
}
