package data

import (
	"bytes"
	"strings"
)

// codeLine reads the strings of one line of JSON, JavaScript or TOML, or of a
// collection in brackets of YAML, where strings need no quotes.
func (d *reader) codeLine(at, end int) {
	if d.language == TOML && d.table(at, end) {
		return
	}
	key, from := "", at
	for i := at; i < end; {
		switch c := d.doc.Source[i]; c {
		case '{', '[':
			d.open(key, from, i)
			key, from = "", i+1
		case '}', ']':
			d.bareValue(key, from, i)
			d.pop()
			key, from = "", i+1
		case ',', ';':
			d.bareValue(key, from, i)
			key, from = "", i+1
		case ':', '=':
			if i-from > maxKey {
				break
			}
			if name := strings.Trim(strings.TrimSpace(string(d.doc.Source[from:i])), `"'`); name != "" && len(name) < 64 {
				key, from = strings.ToLower(name), i+1
				d.top().key = key
			}
		case '"', '\'', '`':
			after := d.stringEnd(i, end)
			if after < 0 {
				return
			}
			if next := bytes.TrimLeft(d.doc.Source[after:end], " "); len(next) == 0 || next[0] != ':' {
				d.add(key, i+1, after-1)
				from = after
			}
			i = after
			continue
		case '/':
			if d.language == JSON && i+1 < end && d.doc.Source[i+1] == '/' {
				return
			}
			if after := d.commentEnd(i, end); after > i {
				i = after
				continue
			}
		case '#':
			if d.language == TOML {
				return
			}
		}
		i++
	}
	d.bareValue(key, from, end)
}

// maxKey bounds in bytes where the key of a value begins before it.
const maxKey = 256

// commentEnd returns the offset after the comment at i in a line; i for none.
func (d *reader) commentEnd(i, end int) int {
	if d.language != JSON || i < d.unclosed || !bytes.HasPrefix(d.doc.Source[i:end], []byte("/*")) {
		return i
	}
	if j := bytes.Index(d.doc.Source[i:end], []byte("*/")); j > 0 {
		return i + j + len("*/")
	}
	d.unclosed = end
	return i
}

// open opens the block in brackets at i, under a key or the text from from on.
func (d *reader) open(key string, from, i int) {
	if key == "" {
		key = strings.ToLower(strings.TrimSpace(string(d.doc.Source[from:max(from, min(i, from+64))])))
	}
	if key != "" {
		d.top().key = key
	}
	d.push(maxIndent)
}

// maxIndent is the column of blocks that brackets close, not indentation.
const maxIndent = -1

// table opens the block of a TOML table: [[menu.main]].
func (d *reader) table(at, end int) bool {
	line := bytes.TrimSpace(d.doc.Source[at:end])
	if len(line) < 3 || line[0] != '[' || line[len(line)-1] != ']' || bytes.ContainsAny(line, `"',`) {
		return false
	}
	d.blocks = d.blocks[:1]
	d.top().key = string(line)
	d.push(maxIndent)
	return true
}

// stringEnd returns the offset after the string at i, or -1.
func (d *reader) stringEnd(i, end int) int {
	quote := d.doc.Source[i]
	for j := i + 1; j < end; j++ {
		switch d.doc.Source[j] {
		case '\\':
			j++
		case quote:
			return j + 1
		}
	}
	return -1
}

// bareValue reads a scalar without quotes in brackets of YAML.
func (d *reader) bareValue(key string, from, to int) {
	if d.language != YAML {
		return
	}
	for from < to && d.doc.Source[from] <= ' ' {
		from++
	}
	for to > from && d.doc.Source[to-1] <= ' ' {
		to--
	}
	d.add(key, from, to)
}
