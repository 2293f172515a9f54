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
}

// dataBlock is one open mapping, by its number; indent is its column in YAML.
type dataBlock struct{ number, indent int }

type dataValue struct {
	start, end int
	block      int
	key        string
}

// mostBlocks bounds how deep blocks nest.
const mostBlocks = 500

// readData reads the data between two offsets.
func readData(h *sheet, from, to int, kind syntax) {
	d := &dataReader{sheet: h, kind: kind, texts: map[int]mdSpan{}}
	d.push(-1)
	for at := from; at < to; {
		end := to
		if i := bytes.IndexByte(h.src[at:to], '\n'); i >= 0 {
			end = at + i
		}
		if kind == yamlSyntax {
			d.yamlLine(at, end)
		} else {
			d.codeLine(at, end)
		}
		at = end + 1
	}
	d.keep()
	if d.rich {
		d.readRich(from, to)
	}
}

func (d *dataReader) push(indent int) {
	if len(d.blocks) < mostBlocks {
		d.next++
		d.blocks = append(d.blocks, dataBlock{number: d.next, indent: indent})
	}
}

func (d *dataReader) pop() {
	if len(d.blocks) > 1 {
		d.blocks = d.blocks[:len(d.blocks)-1]
	}
}

func (d *dataReader) block() int { return d.blocks[len(d.blocks)-1].number }

// value notes one value under its key.
func (d *dataReader) value(key string, start, end int) {
	if start >= end {
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
		d.values = append(d.values, dataValue{start: start, end: end, block: d.block(), key: key})
	}
}

// keep keeps the values with the texts beside them. A key that means nothing is
// the text itself, as in "- Install: install.md".
func (d *dataReader) keep() {
	for _, v := range d.values {
		r := record{offset: v.start, end: v.end, loose: true}
		if t, ok := d.texts[v.block]; ok {
			r.text, r.loose = readText(string(d.src[t.start:t.end]))
		} else if !isDestKey(v.key) {
			r.text = foldText(v.key)
		}
		if d.kind == jsonSyntax && bytes.ContainsAny(d.src[v.start:v.end], "\\") {
			r.raw = strings.ReplaceAll(string(d.src[v.start:v.end]), `\/`, "/")
		}
		d.add(r)
	}
}

// readRich reads values that hold Markdown or HTML. Code needs no covering:
// there are no paragraphs.
func (d *dataReader) readRich(from, to int) {
	readInline(d.sheet, bytes.Clone(d.src[:to]), from, true)
}

// yamlLine reads one line of YAML.
func (d *dataReader) yamlLine(at, end int) {
	i := at
	for i < end && d.src[i] == ' ' {
		i++
	}
	if i >= end || d.src[i] == '#' || d.src[i] == '\r' {
		return
	}
	for d.item(i, end) {
		d.enter(i - at)
		d.push(i - at + 1)
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
		if top := &d.blocks[len(d.blocks)-1]; len(d.blocks) > 1 && top.indent+1 >= column-2 && d.fresh(top.number) {
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
	if j < 0 && bytes.HasSuffix(bytes.TrimRight(line, " \r"), []byte(":")) {
		return "", end
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
