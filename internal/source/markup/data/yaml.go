package data

import (
	"bytes"
	"strings"
)

// yamlLine reads one line of YAML.
func (d *reader) yamlLine(at, end int) {
	i := at
	for i < end && d.doc.Source[i] == ' ' {
		i++
	}
	if i >= end || d.doc.Source[i] == '\r' {
		return
	}
	for d.item(i, end) {
		d.enter(i - at)
		d.push(i - at + 1)
		d.top().item = true
		i++
		for i < end && d.doc.Source[i] == ' ' {
			i++
		}
	}
	if i >= end {
		return
	}
	d.enter(i - at)
	if c := d.doc.Source[i]; c == '{' || c == '[' {
		d.codeLine(i, end)
		return
	}
	key, rest := d.yamlKey(i, end)
	d.top().key = key
	d.yamlValue(key, rest, end)
}

// item reports whether a list item begins at i.
func (d *reader) item(i, end int) bool {
	return i < end && d.doc.Source[i] == '-' && (i+1 == end || d.doc.Source[i+1] == ' ' || d.doc.Source[i+1] == '\r')
}

// enter makes the block at a column the current one.
func (d *reader) enter(column int) {
	for len(d.blocks) > 1 && d.blocks[len(d.blocks)-1].indent > column {
		d.pop()
	}
	if d.blocks[len(d.blocks)-1].indent < column {
		if top := d.top(); top.item && top.indent+1 >= column-2 && d.fresh(top.number) {
			// The first line of a list item: its other lines are below it.
			top.indent = column
			return
		}
		d.push(column)
	}
}

// fresh reports whether nothing was found in a block yet.
func (d *reader) fresh(number int) bool {
	_, texts := d.texts[number]
	return !texts && number == d.next && (len(d.values) == 0 || d.values[len(d.values)-1].block != number)
}

// yamlKey reads "key:" at i; rest is where the value begins.
func (d *reader) yamlKey(i, end int) (key string, rest int) {
	line := d.doc.Source[i:end]
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
func (d *reader) yamlValue(key string, i, end int) {
	for i < end && d.doc.Source[i] == ' ' {
		i++
	}
	if i >= end {
		return
	}
	switch c := d.doc.Source[i]; c {
	case '{', '[':
		d.codeLine(i, end)
		return
	case '"', '\'':
		if j := bytes.LastIndexByte(d.doc.Source[i+1:end], c); j >= 0 {
			d.add(key, i+1, i+1+j)
			return
		}
	case '|', '>', '&', '*', '!':
		return
	}
	stop := end
	if j := bytes.Index(d.doc.Source[i:end], []byte(" #")); j >= 0 {
		stop = i + j
	}
	for stop > i && d.doc.Source[stop-1] <= ' ' {
		stop--
	}
	d.add(key, i, stop)
}
