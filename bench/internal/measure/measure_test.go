package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		samples []Sample
		want    Sample
	}{
		{name: "none", samples: nil, want: Sample{}},
		{name: "one", samples: []Sample{{Wall: 3, CPU: 2, Memory: 1, Exit: 1}}, want: Sample{Wall: 3, CPU: 2, Memory: 1, Exit: 1}},
		{
			name:    "each measure by itself",
			samples: []Sample{{Wall: 1, CPU: 30, Memory: 200}, {Wall: 3, CPU: 10, Memory: 300}, {Wall: 2, CPU: 20, Memory: 100}},
			want:    Sample{Wall: 2, CPU: 20, Memory: 200},
		},
		{name: "an even number", samples: []Sample{{Wall: 1}, {Wall: 9}, {Wall: 5}, {Wall: 3}}, want: Sample{Wall: 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, Median(test.samples)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestRoundsTakesAllInTurnAndLeavesOutWhatFails(t *testing.T) {
	t.Parallel()
	var order []string
	samples, failed := Rounds([]string{"a", "b"}, 1, 2, func(name string) (Sample, error) {
		order = append(order, name)
		if name == "b" && len(order) > 2 {
			return Sample{}, errors.New("broken")
		}
		return Sample{Wall: time.Duration(len(order))}, nil
	})
	if want := []string{"a", "b", "b", "a", "a"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
	if diff := cmp.Diff(map[string][]Sample{"a": {{Wall: 4}, {Wall: 5}}}, samples); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if failed["b"] == nil || failed["a"] != nil {
		t.Errorf("failed: %v", failed)
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "out")
	got, err := Run(t.Context(), Command{Args: []string{"sh", "-c", "echo $word; exit 3"}, Env: []string{"word=heard"}, Output: out})
	if err != nil {
		t.Fatal(err)
	}
	if got.Exit != 3 || got.Wall <= 0 {
		t.Errorf("got %+v", got)
	}
	text, err := os.ReadFile(out)
	if err != nil || string(text) != "heard\n" {
		t.Errorf("output %q, %v", text, err)
	}
}

func TestRunSaysWhatDidNotEnd(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := Run(ctx, Command{Args: []string{"sleep", "60"}, Output: filepath.Join(t.TempDir(), "out")})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestRunInAFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := Command{Args: []string{"touch", "made"}, Dir: dir, Output: filepath.Join(t.TempDir(), "out")}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "made")); err != nil {
		t.Error(err)
	}
}
