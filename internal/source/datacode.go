package source

import (
	"bytes"
	"strings"
)

// codeLine reads the strings of one line of JSON, JavaScript or TOML, or of a
// collection in brackets of YAML, where strings need no quotes.
func (d *dataReader) codeLine(at, end int) {
	if d.kind == tomlSyntax && d.table(at, end) {
		return
	}
	key, from := "", at
	for i := at; i < end; {
		switch c := d.src[i]; c {
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
			if name := strings.Trim(strings.TrimSpace(string(d.src[from:i])), `"'`); name != "" && len(name) < 64 {
				key, from = strings.ToLower(name), i+1
				d.top().key = key
			}
		case '"', '\'', '`':
			behind := d.stringEnd(i, end)
			if behind < 0 {
				return
			}
			if next := bytes.TrimLeft(d.src[behind:end], " "); len(next) == 0 || next[0] != ':' {
				d.value(key, i+1, behind-1)
				from = behind
			}
			i = behind
			continue
		case '/':
			if d.kind == jsonSyntax && i+1 < end && d.src[i+1] == '/' {
				return
			}
			if behind := d.behindComment(i, end); behind > i {
				i = behind
				continue
			}
		case '#':
			if d.kind == tomlSyntax {
				return
			}
		}
		i++
	}
	d.bareValue(key, from, end)
}

// maxKey bounds in bytes where the key of a value begins before it.
const maxKey = 256

// behindComment is the offset behind the comment within a line at i; i for none.
func (d *dataReader) behindComment(i, end int) int {
	if d.kind != jsonSyntax || i < d.unclosed || !bytes.HasPrefix(d.src[i:end], []byte("/*")) {
		return i
	}
	if j := bytes.Index(d.src[i:end], []byte("*/")); j > 0 {
		return i + j + len("*/")
	}
	d.unclosed = end
	return i
}

// open begins a block in brackets at i, under a key, or behind what else stands
// before it from from on.
func (d *dataReader) open(key string, from, i int) {
	if key == "" {
		key = strings.ToLower(strings.TrimSpace(string(d.src[from:max(from, min(i, from+64))])))
	}
	if key != "" {
		d.top().key = key
	}
	d.push(maxIndent)
}

// maxIndent is the column of blocks that brackets end, and no indentation.
const maxIndent = -1

// table begins the block of a TOML table: [[menu.main]].
func (d *dataReader) table(at, end int) bool {
	line := bytes.TrimSpace(d.src[at:end])
	if len(line) < 3 || line[0] != '[' || line[len(line)-1] != ']' || bytes.ContainsAny(line, `"',`) {
		return false
	}
	d.blocks = d.blocks[:1]
	d.top().key = string(line)
	d.push(maxIndent)
	return true
}

// stringEnd is the offset behind the string that begins at i, or -1.
func (d *dataReader) stringEnd(i, end int) int {
	quote := d.src[i]
	for j := i + 1; j < end; j++ {
		switch d.src[j] {
		case '\\':
			j++
		case quote:
			return j + 1
		}
	}
	return -1
}

// bareValue reads a scalar without quotes in brackets of YAML.
func (d *dataReader) bareValue(key string, from, to int) {
	if d.kind != yamlSyntax {
		return
	}
	for from < to && d.src[from] <= ' ' {
		from++
	}
	for to > from && d.src[to-1] <= ' ' {
		to--
	}
	d.value(key, from, to)
}
