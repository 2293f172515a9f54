package hosting

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTOMLPositions expects a string to be placed where its text begins.
func TestTOMLPositions(t *testing.T) {
	t.Parallel()
	data := []byte("a = \"x\"\nb.c = 'y' # ä\n\"d e\" = { f = \"\"\"z\"\"\", g = ['ü', \"v\"] }\n[[h]]\ni = 'j'\n[[h]]\n[h.k]\nl = 1\n[[h]]\n")
	root, err := readTOML(data)
	if err != nil {
		t.Fatal(err)
	}
	lines := newLineIndex(data)
	show := func(v *tomlValue) string {
		line, column := lines.position(v.offset)
		return fmt.Sprintf("%s %d:%d", v.text, line, column)
	}
	inline := root.at("d e")
	got := []string{
		show(root.at("a")), show(root.at("b", "c")), show(inline.at("f")), show(inline.at("g").items[0]), show(inline.at("g").items[1]),
		show(root.at("h").items[0].at("i")), show(root.at("h").items[1].at("k", "l")), fmt.Sprint(len(root.at("h").list())),
	}
	want := []string{"x 1:6", "y 2:8", "z 3:18", "ü 3:30", "v 3:35", "j 5:6", "1 8:5", "3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if value := root.at("no", "such", "key"); value.scalar() != "" || value.list() != nil || value.texts() != nil {
		t.Error("a value that is not there has something")
	}
}

func TestTOMLError(t *testing.T) {
	t.Parallel()
	_, err := readTOML([]byte("a = 1\n\nb = \n"))
	if err == nil || err.line != 3 {
		t.Errorf("error %v, want one of line 3", err)
	}
}
