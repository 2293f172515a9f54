package plan

import (
	"bytes"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/bench/internal/measure"
)

func TestParse(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	flags, p := Flags("dir", "NAME=DIRECTORY...", 5, &stderr)
	if err := p.Parse(flags, []string{"-warm", "0", "-only", "linkvet,muffet", "a=b", "c"}); err != nil {
		t.Fatal(err)
	}
	if p.Count != 5 || p.Warm != 0 || len(p.Sites) != 2 || !p.Wants("muffet") || p.Wants("lychee") {
		t.Errorf("%+v", p)
	}
	for args, want := range map[string]string{"-n 0": "at least 1", "-warm -1": "at least 0", "-help": flag.ErrHelp.Error()} {
		flags, p := Flags("dir", "NAME=DIRECTORY...", 5, &stderr)
		if err := p.Parse(flags, strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	if !strings.Contains(stderr.String(), "usage: go run ./bench/dir [flags] NAME=DIRECTORY...") {
		t.Errorf("help reads %q", stderr.String())
	}
}

func TestFindSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	_, p := Flags("dir", "", 1, &stderr)
	if _, ok := p.Find(t.Context(), "nobody", "no-such-program-here", "--version", &stderr); ok {
		t.Error("it was found")
	}
	if !strings.Contains(stderr.String(), "no-such-program-here is not on PATH") {
		t.Errorf("said %q", stderr.String())
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		script, timeout, want string
	}{
		"an end":        {script: "exit 1", timeout: "10s", want: ""},
		"another end":   {script: "exit 2", timeout: "10s", want: "it ended with status 2"},
		"no end so far": {script: "exec sleep 60", timeout: "50ms", want: "it took more than 50ms"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			flags, p := Flags("dir", "", 1, new(bytes.Buffer))
			if err := p.Parse(flags, []string{"-timeout", test.timeout}); err != nil {
				t.Fatal(err)
			}
			_, err := p.Run(t.Context(), measure.Command{
				Args: []string{"sh", "-c", test.script}, Output: filepath.Join(t.TempDir(), "out"),
			}, []int{0, 1})
			if (err == nil) != (test.want == "") || err != nil && err.Error() != test.want {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}
