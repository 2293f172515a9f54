package compare

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTurns(t *testing.T) {
	t.Parallel()
	s := Settings{Warm: 1, Rounds: 3}
	var order []string
	got, err := s.Turns(t.Context(), "site", []Tool{{Name: Linkvet}, {Name: "other"}}, io.Discard, func(tool *Tool) (Sample, error) {
		order = append(order, tool.Name)
		if tool.Name == "other" && len(order) > 2 {
			return Sample{}, errors.New("broken")
		}
		return Sample{Wall: time.Duration(len(order)), Memory: int64(10 - len(order))}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{Linkvet, "other", "other", Linkvet, Linkvet, Linkvet}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
	if diff := cmp.Diff(map[string]Sample{Linkvet: {Wall: 5, Memory: 5}}, got.Median); diff != "" {
		t.Errorf("medians (-want +got):\n%s", diff)
	}
	table := NewTable("site", "tool", "time", "of linkvet's")
	table.Results(got, "**site**", func(_ string, own, m Sample) []string {
		return []string{m.Wall.String(), Times(float64(m.Wall), float64(own.Wall))}
	})
	want := "| site | tool | time | of linkvet's |\n| --- | ---: | ---: | ---: |\n| **site** | linkvet | 5ns | 1.00 × |\n|  | other | failed: round 2: broken |  |\n"
	if diff := cmp.Diff(want, table.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"exit 1":        "",
		"exit 2":        "ended with exit status 2",
		"exec sleep 60": "took more than 2s",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			tool := Tool{Path: "sh", Args: func(site string) []string { return []string{"-c", site} }, Ends: []int{0, 1}}
			_, err := tool.Run(t.Context(), 2*time.Second, script, filepath.Join(t.TempDir(), "out"))
			if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
				t.Errorf("got %v, want %q", err, want)
			}
		})
	}
}

func TestMissingToolsAreNamed(t *testing.T) {
	t.Parallel()
	var s Settings
	var stderr bytes.Buffer
	tools, err := s.Wanted(t.Context(), t.TempDir(), &stderr, []Tool{{Name: "here", Path: "/bin/sh"}, {Name: "no-such-program"}})
	if err != nil || len(tools) != 1 || !strings.Contains(stderr.String(), "no-such-program is not on PATH and is left out") {
		t.Errorf("%d tools, %v, stderr %q", len(tools), err, &stderr)
	}
}
