// Package data reads the values of YAML, TOML and JSON, and the strings of JavaScript and
// TypeScript. It builds no tree: it keeps only which values are together.
package data

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// Language is the language of a data file.
type Language uint8

// The languages. JSON includes the literals of JavaScript and TypeScript.
const (
	YAML Language = iota
	TOML
	JSON
)

// reader reads one value after the other.
type reader struct {
	doc      *document.Document
	language Language
	// blocks are the open mappings and lists.
	blocks []block
	// values may be destinations. texts are the texts beside them by the number of the
	// block.
	values []value
	texts  map[int]lexical.Span
	// keys are the keys of menu entries by the number of the block. They are the texts of
	// entries without another one.
	keys map[int]lexical.Span
	// next is the number of the last block that was opened.
	next int
	// hasMarkup is true when a value holds Markdown or HTML.
	hasMarkup bool
	// comments hold no links. inComment is true while one is open.
	comments  []lexical.Span
	inComment bool
	// escaped are the strings whose markup holds escapes.
	escaped []lexical.Span
	// unclosed is the end of a line on which no further comment ends.
	unclosed int
}

// value is a value that may be a destination. item is true for that of a list item, asset
// for a file that pages load, and menu for an entry of a menu.
type value struct {
	start, end        int
	block             int
	key               string
	item, asset, menu bool
}

// Read reads the data between two offsets.
func Read(doc *document.Document, from, to int, language Language) {
	d := &reader{doc: doc, language: language, texts: map[int]lexical.Span{}, keys: map[int]lexical.Span{}}
	d.push(-1)
	// The name of a data file is a key of all that it holds.
	d.blocks[0].excluded = from == 0 && isExcluding(doc.Name)
	d.readLines(from, to)
	d.keep(from > 0)
	if doc.IsCut() {
		return
	}
	d.readEscaped()
	switch {
	case d.hasMarkup:
		d.readMarkdown(from, to)
	case language == JSON && bytes.Contains(doc.Source[from:to], []byte("</")):
		d.readElements(from, to)
	}
}

// readLines reads the lines between two offsets.
func (d *reader) readLines(from, to int) {
	for at := from; at < to && !d.doc.Ended(); {
		end := lexical.LineEnd(d.doc.Source[:to], at)
		switch {
		case d.isComment(at, end):
			d.comments = append(d.comments, lexical.Span{Start: at, End: end})
		case d.language == YAML:
			d.yamlLine(at, end)
		default:
			d.codeLine(at, end)
		}
		at = end + 1
	}
}

// isComment reports whether all of a line is a comment. A comment of JavaScript over
// several lines counts when it begins a line.
func (d *reader) isComment(at, end int) bool {
	line := bytes.TrimSpace(d.doc.Source[at:end])
	if d.language != JSON {
		return bytes.HasPrefix(line, []byte("#"))
	}
	if d.inComment || bytes.HasPrefix(line, []byte("/*")) {
		d.inComment = !bytes.Contains(line, []byte("*/"))
		return d.inComment || bytes.HasSuffix(line, []byte("*/"))
	}
	return bytes.HasPrefix(line, []byte("//"))
}

// add notes one value under its key.
func (d *reader) add(key string, start, end int) {
	if start >= end || d.top().excluded || isExcluding(key) {
		return
	}
	text := d.doc.Source[start:end]
	if !d.top().item && destination.IsToolKey(key) && !destination.IsAbsolute(string(text)) {
		return
	}
	if bytes.Contains(text, []byte("](")) || bytes.Contains(text, []byte("href=")) {
		d.hasMarkup = true
		d.addEscaped(text, start, end)
	}
	switch {
	case destination.IsTextKey(key) && !destination.LooksLike(string(text)):
		if _, known := d.texts[d.current()]; !known {
			d.texts[d.current()] = lexical.Span{Start: start, End: end}
		}
	case key == "key" && d.top().menu:
		d.keys[d.current()] = lexical.Span{Start: start, End: end}
	case destination.IsKey(key) && bytes.IndexByte(text, ' ') < 0, destination.LooksLike(string(text)):
		top := d.top()
		d.values = append(d.values, value{
			start: start, end: end, block: top.number, key: key, item: top.item, asset: top.asset || isAssetKey(key), menu: top.menu,
		})
	}
}

// keep adds the values with the texts beside them. A key without a meaning is the text
// itself, as in the menu item "- Install: install.md". Outside of list items that is less
// certain.
func (d *reader) keep(front bool) {
	for _, v := range d.values {
		if front && (v.key == "slug" || v.key == "permalink") {
			// It is the path of the page itself.
			continue
		}
		r := document.Link{Offset: v.start, End: v.end, Loose: true, InFrontMatter: front, Asset: v.asset, Menu: v.menu}
		if t, ok := d.text(v.block); ok && d.mayBeLink(v) {
			r.Text, r.Loose = plaintext.Read(string(d.doc.Source[t.Start:t.End]))
		} else if !ok && !destination.IsKey(v.key) && !destination.LooksLike(v.key) {
			r.Text, r.Keyed = plaintext.Fold(v.key), !v.item && !d.isTitle(&v)
		}
		if d.language == JSON && bytes.ContainsAny(d.doc.Source[v.start:v.end], "\\") {
			r.Raw = strings.ReplaceAll(string(d.doc.Source[v.start:v.end]), `\/`, "/")
		}
		d.doc.Add(r)
	}
}

// mayBeLink reports whether the text in the block of a value may be that of a link to it.
func (d *reader) mayBeLink(v value) bool {
	return destination.IsLinkKey(v.key) || destination.IsAbsolute(string(d.doc.Source[v.start:v.end]))
}

// text returns the text of a block.
func (d *reader) text(block int) (text lexical.Span, ok bool) {
	if text, ok = d.texts[block]; !ok {
		text, ok = d.keys[block]
	}
	return text, ok
}
