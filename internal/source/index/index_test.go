package index_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// indexOf reads files with all of their links.
func indexOf(t *testing.T, files map[string]string) *index.Index {
	t.Helper()
	opt := index.Options{Dir: sourcetest.Write(t, files), Jobs: 3}
	list, err := index.List(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return index.Read(t.Context(), list, func(destination.Destination) bool { return true }, opt)
}

func TestIncluded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{
			name:  "the longest common path",
			files: map[string]string{"docs/a.md": "--8<-- \"snippets/one/part.md\"\n", "snippets/one/part.md": "", "snippets/two/part.md": ""},
			want:  []string{"snippets/one/part.md"},
		},
		{
			name:  "several that may be meant",
			files: map[string]string{"docs/a.md": "{% include part.md %}\n", "one/part.md": "", "two/part.md": ""},
			want:  []string{"one/part.md?", "two/part.md?"},
		},
		{
			name:  "an underscore and another extension",
			files: map[string]string{"docs/a.adoc": "include::parts/head.html[]\n", "docs/parts/_head.adoc": ""},
			want:  []string{"docs/parts/_head.adoc"},
		},
		{
			name:  "no prose",
			files: map[string]string{"docs/a.md": "We include part.md in all pages.\n", "docs/part.md": ""},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			x := indexOf(t, tt.files)
			var got []string
			for i := range x.Files {
				for _, included := range x.Included(int32(i)) {
					mark := ""
					if included.Ambiguous {
						mark = "?"
					}
					got = append(got, x.Files[included.File].Name+mark)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
