package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// oldWords are words that the code used for what has a name in the field: see
// docs/glossary.md. They stay out of comments as well.
var oldWords = regexp.MustCompile(`\b(asker|ledger|backlog|memo|whereabouts|witness|portrait|secondLook|second look|strangersTurns|mostRough|kin|accord|shelf|drawer|desk|flights|strikes|merit|takenIn|ownFile|likeness|an own|own targets?|tells whether)\b`)

// oldPhrases are riddles to a reader in a hurry: each has a plain word, such as "is in"
// or "no program". They stay out of comments and of the messages of tests.
var oldPhrases = regexp.MustCompile(`\b(nobody|whatever|slip of the pen|as good as none|what stands|stands? (?:at|before|behind|beside|between|around|outside|below|above|there|alone|apart))\b|\bstands? in [^f]`)

// oldNames are such words too, but comments may use them in their plain meaning. No
// identifier and no file has one of them as its name.
var oldNames = []string{
	"own", "foreign", "abroad", "elsewhere", "beside", "around", "turns", "slots", "pace", "fly", "met", "passing", "room", "shelves",
	"remember", "remembers", "remembered", "recall", "recalled", "landing", "trip", "travel", "trouble", "vague", "mention", "mentions",
	"tally", "wall", "forward", "forwards", "statement", "stranger", "strangers", "otherplace", "madeup",
}

// fieldNames are those of oldNames that are the words of the field in some packages.
var fieldNames = map[string][]string{
	"foreign": {"internal/scan"},                       // the HTML standard calls SVG and MathML foreign content
	"slots":   {"internal/check/dir", "internal/site"}, // of hash tables
}

// isOldName reports whether a name in a file is one of oldNames.
func isOldName(file, name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(oldNames, name) && !slices.ContainsFunc(fieldNames[name], func(dir string) bool {
		return strings.HasPrefix(file, dir+"/")
	})
}

// TestOldWordsStayOut holds names and comments to the words of the field.
func TestOldWordsStayOut(t *testing.T) {
	t.Parallel()
	set := token.NewFileSet()
	err := filepath.WalkDir("internal", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testdata":
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go"):
			return nil
		}
		name = filepath.ToSlash(name)
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(src), "\n") {
			for _, words := range []*regexp.Regexp{oldWords, oldPhrases} {
				if old := words.FindString(line); old != "" {
					t.Errorf("%s:%d: %q is an old word: %s", name, i+1, old, strings.TrimSpace(line))
				}
			}
		}
		for part := range strings.SplitSeq(strings.TrimSuffix(entry.Name(), ".go"), "_") {
			if isOldName(name, part) {
				t.Errorf("%s: %q is an old word", name, part)
			}
		}
		file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && isOldName(name, id.Name) {
				t.Errorf("%s: %q is an old word", set.Position(id.Pos()), id.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
