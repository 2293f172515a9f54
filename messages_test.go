package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// messagesFile lists every text that linkvet prints or writes.
const messagesFile = "testdata/messages.golden"

// matchedText are the files that hold no messages, but phrases to recognize in pages and
// files of others.
var matchedText = []string{
	"internal/builddir/tools.go",
	"internal/config/othernames.go",
	"internal/fetch/protection/bot.go",
	"internal/fetch/protection/login.go",
	"internal/hosting/detect/signs.go",
	"internal/hosting/githubpages/jekyll.go",
	"internal/scan/content/login.go",
	"internal/scan/content/rendering.go",
	"internal/site/placeholder.go",
	"internal/soft404/wording.go",
	"internal/source/markup/markdown/shortcode.go",
	"internal/source/pagekind.go",
}

// TestMessages holds all messages to the list of them, so that they can be read side by
// side and a change of one shows in review. The source is parsed, not compiled: the files
// of other systems are in the list as well, and it is the same on each system.
func TestMessages(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if name != "." && name != "internal" && !strings.HasPrefix(name, "internal/") || onlyForTests(name) {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || slices.Contains(matchedText, name):
			return nil
		}
		found, err := messagesOf(name)
		if len(found) > 0 {
			fmt.Fprintf(&list, "\n%s\n\t%s\n", name, strings.Join(found, "\n\t"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.TrimPrefix(list.String(), "\n")
	if *update {
		if err := os.WriteFile(messagesFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(messagesFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
		t.Errorf("%s, run this test with -update (-want +got):\n%s", messagesFile, diff)
	}
}

// onlyForTests reports whether the package in folder, or the folder itself, is for tests alone.
func onlyForTests(folder string) bool {
	base := filepath.Base(folder)
	return base == "testdata" || base == "leak" || base == "proportion" || strings.HasSuffix(base, "test")
}

// messagesOf returns the messages of a Go file in their order, each on one line. A text of
// several lines is a message a line, and what a text is joined with stands in braces.
func messagesOf(name string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.KeyValueExpr:
			if types.ExprString(n.Key) == "name" {
				return false // of a rule in a table, for those who read the code
			}
		case *ast.CaseClause:
			n.List = slices.DeleteFunc(n.List, isText)
		case *ast.CallExpr:
			if technicalCall.MatchString(types.ExprString(n.Fun)) {
				n.Args = slices.DeleteFunc(n.Args, isText)
			}
		case *ast.BinaryExpr:
			if n.Op != token.ADD {
				return !isText(n.X) && !isText(n.Y)
			}
		}
		expr, ok := n.(ast.Expr)
		if !ok || !isText(expr) {
			return true
		}
		for line := range strings.Lines(textOf(expr)) {
			if line = strings.Trim(line, " \t\n"); isMessage(line) {
				found = append(found, strings.ReplaceAll(line, "\r", `\r`))
			}
		}
		return false
	})
	return found, nil
}

// isText reports whether expr is a string literal, or a sum that has one.
func isText(expr ast.Expr) bool {
	switch expr := expr.(type) {
	case *ast.BasicLit:
		return expr.Kind == token.STRING
	case *ast.BinaryExpr:
		return expr.Op == token.ADD && (isText(expr.X) || isText(expr.Y))
	case *ast.ParenExpr:
		return isText(expr.X)
	}
	return false
}

// textOf returns the value of a string literal, or of a sum of them.
func textOf(expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(expr.Value); err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return textOf(expr.X) + textOf(expr.Y)
	case *ast.ParenExpr:
		return textOf(expr.X)
	}
	return "{" + types.ExprString(expr) + "}"
}

var (
	// technicalCall matches calls whose literals are not shown: they match or cut other text.
	technicalCall = regexp.MustCompile(`^(regexp\.|strings\.|bytes\.|slices\.)`)
	// markup matches elements of HTML and Markdown's comments, whose names are not words.
	markup = regexp.MustCompile(`<[!/a-z][^<>]*>`)
	// value matches a verb, or what a text is joined with: it counts as a word.
	value = regexp.MustCompile(`%[-+# 0-9.\[\]]*[a-zA-Z]|\{[^{}]*\}|\b[0-9]+\b`)
	// header matches values of headers of HTTP.
	header = regexp.MustCompile(`^(Basic|Bearer) \{|-src `)
	// word matches a word of a sentence, which punctuation may surround but not divide.
	word = regexp.MustCompile(`^["'(\x60]*[A-Za-z][a-z]+(?:['’-][a-z]+)*["')\x60]*[,.:;?!]?$`)
)

// isMessage reports whether text is for a reader: it has a word, and a word or value beside it.
func isMessage(text string) bool {
	if header.MatchString(text) {
		return false
	}
	text = markup.ReplaceAllString(text, " ")
	words := 0
	for _, field := range strings.Fields(text) {
		if word.MatchString(field) {
			words++
		}
	}
	return words > 1 || words == 1 && value.MatchString(text) && strings.Contains(text, " ")
}

// TestMessagesAreToldFromOtherTexts holds the rule to texts of both kinds.
func TestMessagesAreToldFromOtherTexts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"no such file", "could not read %q: %w", "status %d", "1 path", "{count(n, \"page\")} left", "<h2>What to try</h2>", "Did you mean ", "links to `/a`: fix them.",
	} {
		if !isMessage(text) {
			t.Errorf("%q is left out", text)
		}
	}
	for _, text := range []string{
		"", "not-found", "%s: %v", "text/html; charset=utf-8", "<ul>\n<li>", "https://example.com/a b", "Basic {credentials}", "style-src 'none'; script-src {hash}", `(?i)^a b$`, "{%.0f}",
	} {
		if isMessage(text) {
			t.Errorf("%q is listed", text)
		}
	}
}
