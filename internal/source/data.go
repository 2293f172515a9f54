package source

import (
	"bytes"
	"strings"
)

// dataReader reads the values of YAML, TOML and JSON, and the strings of
// JavaScript, one after the other. It builds no tree: of the structure only that
// is kept which tells what values belong together.
type dataReader struct {
	*sheet
	kind syntax
	// blocks are the open mappings and lists.
	blocks []dataBlock
	// values are those of closed and open blocks that may be destinations.
	values []dataValue
	texts  map[int]mdSpan
	next   int
	rich   bool
	// comments hold no links, and comment is true behind the beginning of one that is
	// still open.
	comments []mdSpan
	// unclosed is the end of the line on which no comment ends any more.
	unclosed int
	comment  bool
}

// dataBlock is one open mapping, by its number; indent is its column in YAML.
type dataBlock struct {
	number, indent int
	// key is the last key, and item true for what begins as an item of a list.
	key  string
	item bool
	// mute is true where nothing is a link: below a key that says so.
	mute bool
}

type dataValue struct {
	start, end int
	block      int
	key        string
	item       bool
}

// mostBlocks bounds how deep blocks nest.
const mostBlocks = 500

// readData reads the data between two offsets.
func readData(h *sheet, from, to int, kind syntax) {
	d := &dataReader{sheet: h, kind: kind, texts: map[int]mdSpan{}}
	d.push(-1)
	// What a file of data is called is the key of all that it holds.
	d.blocks[0].mute = from == 0 && isMuteKey(h.name)
	for at := from; at < to && !h.ended(); {
		end := to
		if i := bytes.IndexByte(h.src[at:to], '\n'); i >= 0 {
			end = at + i
		}
		switch {
		case d.isComment(at, end):
			d.comments = append(d.comments, mdSpan{at, end})
		case kind == yamlSyntax:
			d.yamlLine(at, end)
		default:
			d.codeLine(at, end)
		}
		at = end + 1
	}
	d.keep(from > 0)
	if h.over {
		return
	}
	switch {
	case d.rich:
		d.readRich(from, to)
	case kind == jsonSyntax && bytes.Contains(h.src[from:to], []byte("</")):
		d.readElements(from, to)
	}
}

// isComment tells whether a line is a comment as a whole. One of JavaScript that is
// longer than a line begins at the beginning of one.
func (d *dataReader) isComment(at, end int) bool {
	line := bytes.TrimSpace(d.src[at:end])
	if d.kind != jsonSyntax {
		return bytes.HasPrefix(line, []byte("#"))
	}
	if d.comment || bytes.HasPrefix(line, []byte("/*")) {
		d.comment = !bytes.Contains(line, []byte("*/"))
		return d.comment || bytes.HasSuffix(line, []byte("*/"))
	}
	return bytes.HasPrefix(line, []byte("//"))
}

func (d *dataReader) push(indent int) {
	if len(d.blocks) < mostBlocks {
		d.next++
		b := dataBlock{number: d.next, indent: indent}
		if len(d.blocks) > 0 {
			top := &d.blocks[len(d.blocks)-1]
			b.mute = top.mute || isMuteKey(top.key)
		}
		d.blocks = append(d.blocks, b)
	}
}

// top is the innermost open block.
func (d *dataReader) top() *dataBlock { return &d.blocks[len(d.blocks)-1] }

// muteWords are in the keys of what leads away from a path, or leaves it out. What
// stands there is no link of a page, however much it looks like one.
var muteWords = [...]string{
	"redirect", "rewrite", "alias", "exclude", "exclusion", "ignore", "disallow", "allowlist", "denylist", "blocklist", "whitelist", "blacklist",
}

// isMuteKey tells whether nothing under a key is a link.
func isMuteKey(key string) bool {
	key = strings.ToLower(key)
	for _, word := range muteWords {
		if strings.Contains(key, word) {
			return true
		}
	}
	return key == "skip" || key == "skipped"
}

func (d *dataReader) pop() {
	if len(d.blocks) > 1 {
		d.blocks = d.blocks[:len(d.blocks)-1]
	}
}

func (d *dataReader) block() int { return d.blocks[len(d.blocks)-1].number }

// value notes one value under its key.
func (d *dataReader) value(key string, start, end int) {
	if start >= end || d.top().mute || isMuteKey(key) {
		return
	}
	value := d.src[start:end]
	d.rich = d.rich || bytes.Contains(value, []byte("](")) || bytes.Contains(value, []byte("href="))
	switch {
	case isTextKey(key) && !looksLikeDest(string(value)):
		if _, known := d.texts[d.block()]; !known {
			d.texts[d.block()] = mdSpan{start, end}
		}
	case isDestKey(key) && bytes.IndexByte(value, ' ') < 0, looksLikeDest(string(value)):
		d.values = append(d.values, dataValue{start: start, end: end, block: d.block(), key: key, item: d.top().item})
	}
}

// keep keeps the values with the texts beside them. A key that means nothing is
// the text itself, as in "- Install: install.md"; it says less where it is not that
// of an item of a list, which is how menus are written.
func (d *dataReader) keep(front bool) {
	for _, v := range d.values {
		r := record{offset: v.start, end: v.end, loose: true, front: front}
		if t, ok := d.texts[v.block]; ok {
			r.text, r.loose = readText(string(d.src[t.start:t.end]))
		} else if !isDestKey(v.key) && !looksLikeDest(v.key) {
			r.text, r.keyed = foldText(v.key), !v.item
		}
		if d.kind == jsonSyntax && bytes.ContainsAny(d.src[v.start:v.end], "\\") {
			r.raw = strings.ReplaceAll(string(d.src[v.start:v.end]), `\/`, "/")
		}
		d.add(r)
	}
}

// readElements reads the elements of JSX, which may stand in any JavaScript: other
// than the strings of their attributes they have a text.
func (d *dataReader) readElements(from, to int) {
	t := &tagReader{sheet: d.sheet, src: d.uncommented(to), ahead: absences{}}
	for i := from; i < to; {
		j := bytes.IndexByte(t.src[i:], '<')
		if j < 0 {
			return
		}
		i = max(t.tag(i+j), i+j+1)
	}
}

// readRich reads values that hold Markdown or HTML. Code needs no covering:
// there are no paragraphs.
func (d *dataReader) readRich(from, to int) {
	live := d.uncommented(to)
	readInline(d.sheet, live, from, true, plainLayout(live, from))
}

// uncommented is the text up to an offset in which comments are covered.
func (d *dataReader) uncommented(to int) []byte {
	live := bytes.Clone(d.src[:to])
	for _, c := range d.comments {
		blotRange(live, c.start, c.end)
	}
	return live
}

// yamlLine reads one line of YAML.
func (d *dataReader) yamlLine(at, end int) {
	i := at
	for i < end && d.src[i] == ' ' {
		i++
	}
	if i >= end || d.src[i] == '\r' {
		return
	}
	for d.item(i, end) {
		d.enter(i - at)
		d.push(i - at + 1)
		d.top().item = true
		i++
		for i < end && d.src[i] == ' ' {
			i++
		}
	}
	if i >= end {
		return
	}
	d.enter(i - at)
	if c := d.src[i]; c == '{' || c == '[' {
		d.codeLine(i, end)
		return
	}
	key, rest := d.yamlKey(i, end)
	d.top().key = key
	d.yamlValue(key, rest, end)
}

// item tells whether a list item begins at i.
func (d *dataReader) item(i, end int) bool {
	return i < end && d.src[i] == '-' && (i+1 == end || d.src[i+1] == ' ' || d.src[i+1] == '\r')
}

// enter makes the block at a column the current one.
func (d *dataReader) enter(column int) {
	for len(d.blocks) > 1 && d.blocks[len(d.blocks)-1].indent > column {
		d.pop()
	}
	if d.blocks[len(d.blocks)-1].indent < column {
		if top := d.top(); len(d.blocks) > 1 && top.indent+1 >= column-2 && d.fresh(top.number) {
			// The first line of a list item: its other lines stand below it.
			top.indent = column
			return
		}
		d.push(column)
	}
}

// fresh tells whether nothing was found in a block yet.
func (d *dataReader) fresh(number int) bool {
	_, texts := d.texts[number]
	return !texts && number == d.next && (len(d.values) == 0 || d.values[len(d.values)-1].block != number)
}

// yamlKey reads "key:" at i; rest is where the value begins.
func (d *dataReader) yamlKey(i, end int) (key string, rest int) {
	line := d.src[i:end]
	j := bytes.Index(line, []byte(": "))
	if name, found := bytes.CutSuffix(bytes.TrimRight(line, " \r"), []byte(":")); j < 0 && found {
		return strings.ToLower(strings.Trim(string(name), `"' `)), end
	}
	if j < 0 || (line[0] == '"' || line[0] == '\'') && bytes.IndexByte(line[1:], line[0]) > j {
		return "", i
	}
	return strings.ToLower(strings.Trim(string(line[:j]), `"' `)), i + j + 2
}

// yamlValue reads a scalar, or a collection in brackets.
func (d *dataReader) yamlValue(key string, i, end int) {
	for i < end && d.src[i] == ' ' {
		i++
	}
	if i >= end {
		return
	}
	switch c := d.src[i]; c {
	case '{', '[':
		d.codeLine(i, end)
		return
	case '"', '\'':
		if j := bytes.LastIndexByte(d.src[i+1:end], c); j >= 0 {
			d.value(key, i+1, i+1+j)
			return
		}
	case '|', '>', '&', '*', '!':
		return
	}
	stop := end
	if j := bytes.Index(d.src[i:end], []byte(" #")); j >= 0 {
		stop = i + j
	}
	for stop > i && d.src[stop-1] <= ' ' {
		stop--
	}
	d.value(key, i, stop)
}
