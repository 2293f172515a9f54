package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// planted is one breakage that was put into a site: which links of the built
// pages it shows as, and where it is in the sources.
type planted struct {
	// page and nth are "*" where any page, and any such link of a page, is meant.
	page, link, nth string
	file, line      string
}

// readPlanted reads a table of tab-separated fields.
func readPlanted(t *testing.T, name string) []planted {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []planted
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		all = append(all, planted{page: f[0], link: f[1], nth: f[2], file: f[3], line: f[4]})
	}
	return all
}

// TestSitesOfGenerators maps sites that generators have built, with their
// sources beside them. No planted link may be attributed to a wrong line.
func TestSitesOfGenerators(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, built, siteURL string
		exact                int
	}{
		{
			name:    "hugo",
			built:   "public",
			siteURL: "https://example.org/",
			exact:   24,
		},
		{
			name:    "eleventy",
			built:   "_site",
			siteURL: "https://example.org/kiln/",
			exact:   19,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join("testdata", tt.name)
			truth := readPlanted(t, filepath.Join(dir, "truth.tsv"))
			r := mapped(t, dir, tt.built, tt.siteURL)
			exact, unnamed := 0, 0
			for _, p := range truth {
				right, wrong, absent := p.judge(&r, truth, dir)
				switch {
				case len(wrong) > 0:
					t.Errorf("%s on %s is attributed to %v, not to %s:%s", p.link, p.page, wrong, p.file, p.line)
				case right == 0 && absent == 0:
					t.Errorf("%s on %s is not in the report", p.link, p.page)
				case absent > 0:
					unnamed++
				default:
					exact++
				}
			}
			if exact != tt.exact {
				t.Errorf("%d of %d are named exactly and %d not at all, want %d", exact, len(truth), unnamed, tt.exact)
			}
		})
	}
}

// judge counts the occurrences of what was planted that have the right source
// and none, and returns the wrong ones.
func (p planted) judge(r *link.Report, truth []planted, dir string) (right int, wrong []string, absent int) {
	for i := range r.Findings {
		nth := map[string]int{}
		for _, o := range r.Findings[i].Occurrences {
			if o.Link != p.link {
				continue
			}
			nth[o.Page]++
			n := fmt.Sprint(nth[o.Page])
			if p.page != "*" && p.page != o.Page || p.nth != "*" && p.nth != n || p.page == "*" && special(truth, o, n) {
				continue
			}
			switch {
			case o.Source == nil:
				absent++
			case o.Source.File == filepath.ToSlash(filepath.Join(dir, p.file)) && fmt.Sprint(o.Source.Line) == p.line:
				right++
			default:
				wrong = append(wrong, fmt.Sprintf("%s:%d", o.Source.File, o.Source.Line))
			}
		}
	}
	return right, wrong, absent
}

// special reports whether the table has a row of its own for an occurrence.
func special(truth []planted, o link.Occurrence, nth string) bool {
	for _, p := range truth {
		if p.page == o.Page && p.link == o.Link && p.nth == nth {
			return true
		}
	}
	return false
}
