// Package markuptest tests the readers of source files.
package markuptest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// All wants all links.
func All(destination.Destination) bool { return true }

// Read reads src as a file of that name, with all of its links.
func Read(name, src string) markup.File {
	return markup.Read(context.Background(), name, []byte(src), All)
}

// Lines reads src as a file of that name, and returns its links as lines: position, end,
// destination and text. "*" stands for an expression.
func Lines(name, src string) []string {
	var lines []string
	for _, l := range Read(name, src).Links {
		pattern := strings.ReplaceAll(l.Dest.Pattern, destination.Wild, "*")
		lines = append(lines, fmt.Sprintf("%d:%d-%d %s %q", l.Line, l.Column, l.EndColumn, pattern, l.Text))
	}
	return lines
}

// Case is what a reader must find in Source, in order.
type Case struct {
	Name   string
	Source string
	Want   []string
}

// Check reads the cases as files of that name.
func Check(t *testing.T, name string, cases []Case) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.Name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.Want, Lines(name, tt.Source)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// CheckParagraphs checks what is true of any document of its syntax: its links are in it,
// are no more than there are bytes, and stay the same when a paragraph with one more link
// is put before them.
func CheckParagraphs(t *testing.T, name, src, paragraph, want string) {
	t.Helper()
	if strings.HasPrefix(src, document.ByteOrderMark) || len(src) > 1<<12 {
		t.Skip("a byte order mark is one only at the beginning")
	}
	plain := Read(name, src)
	if len(plain.Links) > len(src) {
		t.Fatalf("%d links in %d bytes", len(plain.Links), len(src))
	}
	for _, l := range plain.Links {
		if l.Offset < 0 || l.End > len(src) || l.Offset >= l.End || strings.TrimSpace(src[l.Offset:l.End]) == "" {
			t.Fatalf("%q is at %d to %d of %q", l.Raw, l.Offset, l.End, src)
		}
	}
	if plain.Front.Present || strings.HasPrefix(strings.TrimLeft(src, " \t"), "\n") {
		return
	}
	got := Read(name, paragraph+"\n\n"+src).Links
	offset := strings.Index(paragraph, want)
	shift := len(paragraph) + 2
	if len(got) != len(plain.Links)+1 || got[0].Offset != offset || got[0].Raw != want {
		t.Fatalf("%d links of %q, and %d after a paragraph with one", len(plain.Links), src, len(got))
	}
	for i, l := range plain.Links {
		if b := got[i+1]; b.Offset != l.Offset+shift || b.End != l.End+shift || b.Raw != l.Raw || b.Text != l.Text {
			t.Fatalf("%q of %q is %q after a paragraph", l.Raw, src, b.Raw)
		}
	}
}
