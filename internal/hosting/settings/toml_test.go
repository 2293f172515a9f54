package settings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
)

// TestTOMLPositions expects a string to be placed where its text begins.
func TestTOMLPositions(t *testing.T) {
	t.Parallel()
	data := []byte("a = \"x\"\nb.c = 'y' # ä\n\"d e\" = { f = \"\"\"z\"\"\", g = ['ü', \"v\"] }\n[[h]]\ni = 'j'\n[[h]]\n[h.k]\nl = 1\n[[h]]\n")
	var book hosting.RuleBook
	f := ReadTOML(&hosting.Source{Name: "x.toml", Data: data}, "A host", &book)
	if f == nil {
		t.Fatal(book.Faults())
	}
	root := f.Root
	show := func(v *Value) string {
		line, column := f.Position(v)
		return fmt.Sprintf("%s %d:%d", v.Scalar(), line, column)
	}
	inline := root.Get("d e")
	got := []string{
		show(root.Get("a")), show(root.Get("b", "c")), show(inline.Get("f")), show(inline.Get("g").List()[0]), show(inline.Get("g").List()[1]),
		show(root.Get("h").List()[0].Get("i")), show(root.Get("h").List()[1].Get("k", "l")), fmt.Sprint(len(root.Get("h").List())),
	}
	want := []string{"x 1:6", "y 2:8", "z 3:18", "ü 3:30", "v 3:35", "j 5:6", "1 8:5", "3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if value := root.Get("no", "such", "key"); value.Scalar() != "" || value.List() != nil || value.Texts() != nil {
		t.Error("a value that is not there has something")
	}
}

func TestTOMLFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"no value":        {text: "a = 1\n\nb = \n", want: "3 A host cannot read the file: "},
		"twice":           {text: "a = 1\na = 2\n", want: "2 A host cannot read the file: a is set twice"},
		"twice in tables": {text: "[a]\nb = 1\n[a.b]\n", want: "3 A host cannot read the file: a.b is set twice"},
		"large":           {text: strings.Repeat("#\n", maxTOML/2), want: "0 the file is too large (1 MiB or more)"},
	} {
		var book hosting.RuleBook
		if ReadTOML(&hosting.Source{Name: "x.toml", Data: []byte(test.text)}, "A host", &book) != nil || len(book.Faults()) != 1 {
			t.Fatalf("%s: faults %+v", name, book.Faults())
		}
		fault := book.Faults()[0]
		if got := fmt.Sprint(fault.Line, " ", fault.Message); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
