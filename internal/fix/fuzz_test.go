package fix

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
)

// FuzzFix changes a link in a file. Only the bytes of the link change, a second run changes
// nothing more, and the patch can be applied and taken back.
func FuzzFix(f *testing.F) {
	f.Add("content/a.md", "# A\r\n\r\nSee [b](", "/instalation/?a=1&amp;b", ") here.\r\n", "/guide/", "/instalation/?a=1&b", "/installation/?a=1&b")
	f.Add("a.html", "\ufeff<a href='", "../API#x", "'>", "/guide/", "/API", "/api/")
	f.Add("a.rst", "`b <", "install.html#On-Linux", ">`_", "/guide/", "/guide/install.html#On-Linux", "/guide/install.html#on-linux")
	f.Add("a.md", "\xff[b](", "https://example.com/a?b", ")", "/", "https://example.com/a?b", "https://www.example.com/c")
	f.Add("a.md", "[b](", "/über-un/", ")", "/", "/%C3%BCber-un/", "/%C3%BCber-uns/")
	f.Fuzz(func(t *testing.T, name, before, written, after, page, target, suggestion string) {
		if len(before)+len(written)+len(after)+len(page)+len(target)+len(suggestion) > 1<<12 || written == "" {
			return
		}
		content := []byte(before + written + after)
		skip := len(content) - len(bytes.TrimPrefix(content, []byte(byteOrderMark)))
		start := len(before)
		if start < skip || !utf8.RuneStart(written[0]) {
			return
		}
		line, column := position.Of(content[skip:], start-skip)
		endLine, endColumn := position.Of(content[skip:], start+len(written)-skip)
		if line != endLine {
			return
		}
		finding := &link.Finding{
			Verdict: link.Broken, Reason: link.NotFound, Internal: strings.HasPrefix(target, "/"), Target: target, Suggestion: suggestion,
			Occurrences: []link.Occurrence{{
				Page: page, Element: "a", Attribute: "href", Link: html.UnescapeString(written),
				Source: &link.Source{File: name, Line: line, Column: column, EndColumn: endColumn},
			}},
		}
		if strings.Contains(target, "#") {
			finding.Reason = link.FragmentNotFound
		}
		edited := fixOnce(t, finding, content)
		if edited == nil {
			return
		}
		if !bytes.HasPrefix(edited, content[:start]) || !strings.HasSuffix(string(edited), after) {
			t.Fatalf("%q became %q, which changes more than the link", content, edited)
		}
		fixed := string(edited[start : len(edited)-len(after)])
		if strings.ContainsAny(fixed, "\n\r") != strings.ContainsAny(written, "\n\r") || utf8.ValidString(written) && !utf8.ValidString(fixed) {
			t.Fatalf("%q became %q", written, fixed)
		}
		// The place has the same beginning; its end follows the text.
		_, finding.Occurrences[0].Source.EndColumn = position.Of(edited[skip:], start+len(fixed)-skip)
		if again := fixOnce(t, finding, edited); again != nil {
			t.Fatalf("%q became %q, and then %q", content, edited, again)
		}
	})
}

// fixOnce returns the content with the right link, or nil when the link is left alone.
func fixOnce(t *testing.T, f *link.Finding, content []byte) []byte {
	t.Helper()
	r := &link.Report{Findings: []link.Finding{*f}}
	at := &place{source: *f.Occurrences[0].Source, uses: []use{{&f.Occurrences[0], newDecider(r, Options{}).answer(f)}}}
	text := bytes.TrimPrefix(content, []byte(byteOrderMark))
	skip := len(content) - len(text)
	offsets := position.NewOffsets(text)
	start, end := offsets.Offset(at.source.Line, at.source.Column), offsets.Offset(at.source.Line, at.source.EndColumn)
	if start < 0 || end <= start {
		return nil
	}
	right, ok := at.rewrite(string(text[start:end]), nil)
	if !ok || !at.uses[0].isCertain {
		return nil
	}
	edit := Edit{Start: start + skip, End: end + skip, New: right}
	file := File{Name: f.Occurrences[0].Source.File, Edits: []Edit{edit}, before: content}
	after := file.after()
	if bytes.Equal(after, content) {
		t.Fatalf("an edit of %q changes nothing: %+v", content, edit)
	}
	patch := file.patch(nil)
	if got, err := applied(patch, string(content), '-', '+'); err != nil || got != string(after) {
		t.Fatalf("the patch makes %q, want %q: %v\n%s", got, after, err, patch)
	}
	if got, err := applied(patch, string(after), '+', '-'); err != nil || got != string(content) {
		t.Fatalf("the patch taken back makes %q, want %q: %v\n%s", got, content, err, patch)
	}
	return after
}

// applied applies a patch of one hunk to a text: it takes the lines that begin with one mark
// away, and adds those that begin with the other.
func applied(patch, text string, away, add byte) (string, error) {
	_, hunk, ok := strings.Cut(patch, "\n@@ ")
	head, hunk, hasLines := strings.Cut(hunk, "\n")
	if !ok || !hasLines {
		return "", fmt.Errorf("no hunk")
	}
	var from, to int
	for field := range strings.FieldsSeq(head) {
		if field != "@@" {
			n := 0
			if _, err := fmt.Sscanf(field[1:], "%d", &n); err != nil {
				return "", err
			}
			if field[0] == away {
				from = n
			} else {
				to = n
			}
		}
	}
	if from != to {
		return "", fmt.Errorf("lines %d and %d", from, to)
	}
	var old, fresh strings.Builder
	last := byte(0)
	for line := range strings.SplitAfterSeq(hunk, "\n") {
		switch {
		case line == "":
			continue
		case line[0] == '\\':
			for _, b := range []*strings.Builder{&old, &fresh} {
				if last == ' ' || b == &old && last == away || b == &fresh && last == add {
					s := strings.TrimSuffix(b.String(), "\n")
					b.Reset()
					b.WriteString(s)
				}
			}
			continue
		}
		if line[0] == ' ' || line[0] == away {
			old.WriteString(line[1:])
		}
		if line[0] == ' ' || line[0] == add {
			fresh.WriteString(line[1:])
		}
		last = line[0]
	}
	lines := strings.SplitAfter(text, "\n")
	before := strings.Join(lines[:from-1], "")
	rest, ok := strings.CutPrefix(text[len(before):], old.String())
	if !ok {
		return "", fmt.Errorf("the text has no %q at line %d", old.String(), from)
	}
	return before + fresh.String() + rest, nil
}
