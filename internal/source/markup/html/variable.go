package html

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// variable adds the link of an attribute whose whole value is a variable to which the same
// file assigns one string: {% set url = "/guide/" %} and href="{{ url }}", or
// const url = '/guide/' and href={url}. It reports whether the attribute is one.
func (t *Reader) variable(r document.Link, a attribute) bool {
	name := bytes.TrimSpace(t.src[a.start:a.end])
	if !a.expression {
		inner, ok := bytes.CutPrefix(name, []byte("{{"))
		if !ok {
			return false
		}
		if name, ok = bytes.CutSuffix(inner, []byte("}}")); !ok {
			return false
		}
		name, _, _ = bytes.Cut(name, []byte("|"))
		name = bytes.Trim(name, " \t-")
	}
	if len(name) == 0 || len(name) > maxName || len(bytes.TrimLeftFunc(name, func(c rune) bool { return c == '$' || c < 0x80 && lexical.IsWord(byte(c)) })) > 0 {
		return false
	}
	if t.variables == nil {
		t.variables = variables(t.doc.Source)
	}
	value, ok := t.variables[string(name)]
	if !ok || value.End == 0 {
		return false
	}
	r.Offset, r.End = value.Start, value.End
	t.doc.Add(r)
	return true
}

// maxName bounds the name of a variable in bytes.
const maxName = 64

// variables returns the strings that a file assigns to variables. A variable with several
// values has none.
func variables(src []byte) map[string]lexical.Span {
	found := map[string]lexical.Span{}
	for at := 0; at < len(src); {
		i := bytes.IndexByte(src[at:], '=')
		if i < 0 {
			break
		}
		at += i + 1
		name := assigned(src, at-1)
		if name == "" {
			continue
		}
		rest := src[at:min(len(src), at+maxValue)]
		text := bytes.TrimLeft(rest, " \t")
		var value lexical.Span
		if len(text) > 0 && (text[0] == '"' || text[0] == '\'' || text[0] == '`') {
			start := at + len(rest) - len(text) + 1
			if n := bytes.IndexByte(text[1:], text[0]); n > 0 && bytes.IndexByte(text[1:1+n], '\n') < 0 && endsValue(text[n+2:]) {
				value = lexical.Span{Start: start, End: start + n}
			}
		}
		if _, known := found[name]; known {
			value = lexical.Span{}
		}
		found[name] = value
	}
	return found
}

// endsValue reports whether nothing follows a string that changes it.
func endsValue(after []byte) bool {
	after = bytes.TrimLeft(after, " \t\r")
	return len(after) == 0 || bytes.IndexByte([]byte("\n;,%}"), after[0]) >= 0 || bytes.HasPrefix(after, []byte("//")) || bytes.HasPrefix(after, []byte("-%"))
}

// maxValue bounds the string that a variable has, in bytes.
const maxValue = 2048

// assigningWords are before the name of a variable that gets a value.
var assigningWords = [...]string{"set", "assign", "const"}

// assigned returns the name of the variable that the "=" at i gives a value; "" for none.
func assigned(src []byte, i int) string {
	line := src[max(0, i-2*maxName):i]
	before := bytes.TrimRight(line, " \t")
	short := bytes.HasSuffix(before, []byte(":"))
	before = bytes.TrimRight(bytes.TrimSuffix(before, []byte(":")), " \t")
	start := len(before)
	for start > 0 && (lexical.IsWord(before[start-1]) || before[start-1] == '$') {
		start--
	}
	name := string(before[start:])
	if name == "" || len(name) > maxName {
		return ""
	}
	if name[0] == '$' && (short || bytes.HasSuffix(bytes.TrimRight(before[:start], " \t-"), []byte("{{"))) {
		return name
	}
	words := bytes.Fields(before[:start])
	if len(words) == 0 || short || !lexical.IsWord(name[0]) {
		return ""
	}
	word := string(words[len(words)-1])
	for _, known := range assigningWords {
		if strings.TrimLeft(word, "{%-") == known {
			return name
		}
	}
	return ""
}
