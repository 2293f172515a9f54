package fix

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// contextLines is how many unchanged lines a patch shows around a change.
const contextLines = 3

// Patch returns the changes as a patch for "git apply", or "patch -p1".
func (p *Plan) Patch() string {
	var b strings.Builder
	for i := range p.Files {
		b.WriteString(p.Files[i].patch())
	}
	return b.String()
}

// patch returns the changes of one file. Its names are relative to the working directory:
// without a line "diff --git", git takes them so.
func (f *File) patch() string {
	old, changed := f.names()
	patch, err := udiff.ToUnified(old, changed, string(f.before), f.edits(), contextLines)
	if err != nil {
		panic(fmt.Sprintf("the edits of %s overlap: %v", f.Name, err)) // plans have no such edits
	}
	return hunkHeader.ReplaceAllString(patch, "@@ -$1$2 +$1")
}

// hunkHeader matches the beginning of the first line of a hunk. The library counts the new lines
// wrongly after a hunk with several changes, and "git apply" then begins to look for the next one
// at another place, where the same lines may be. An edit never changes the number of lines.
var hunkHeader = regexp.MustCompile(`(?m)^@@ -(\d+)((?:,\d+)?) \+\d+`)

// names returns the old and the new name of the file in a patch. In a working directory below the
// top of the repository, "git apply" takes off the beginning of a name that is that directory:
// "a/docs/guide.md" would be "guide.md" in "docs". Other folders and two slashes keep it from
// that, and nothing else minds.
func (f *File) names() (old, changed string) {
	old, changed = "a/", "b/"
	switch {
	case f.folder == "", f.folder == old, f.folder == changed:
	case strings.HasPrefix(f.Name, f.folder):
		old, changed = "a//", "b//"
	case strings.HasPrefix(old+f.Name, f.folder), strings.HasPrefix(changed+f.Name, f.folder):
		old, changed = "old/", "new/"
	}
	return patchName(old + f.Name), patchName(changed + f.Name)
}

// edits returns the edits as the library takes them.
func (f *File) edits() []udiff.Edit {
	edits := make([]udiff.Edit, len(f.Edits))
	for i, e := range f.Edits {
		edits[i] = udiff.Edit{Start: e.Start, End: e.End, New: e.New}
	}
	return edits
}

// after returns the content of the file with its changes.
func (f *File) after() []byte {
	var b strings.Builder
	at := 0
	for _, e := range f.Edits {
		b.Write(f.before[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.Write(f.before[at:])
	return []byte(b.String())
}

// patchName writes a name as git does: in quotes if it has special characters. A tab ends a
// name with spaces.
func patchName(name string) string {
	var b strings.Builder
	isPlain := true
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			isPlain = false
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			isPlain = false
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	switch {
	case !isPlain:
		return `"` + b.String() + `"`
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}
