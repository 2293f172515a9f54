package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// testLinks attributes all links of projects, also those without a text: "page link: place".
func testLinks(t *testing.T, projects []project) {
	t.Helper()
	for _, tt := range projects {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := sourcetest.Write(t, tt.files)
			r := mapped(t, dir, "public", "https://example.org/")
			places := attributed(t, dir, &r)
			var got []string
			for _, f := range r.Findings {
				for _, o := range f.Occurrences {
					_, place, _ := strings.Cut(places[0], ": ")
					places = places[1:]
					if o.Source != nil {
						place = fmt.Sprintf("%s:%d", place, o.Source.Column)
					}
					got = append(got, o.Page+" "+o.Link+": "+place)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
