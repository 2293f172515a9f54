package scan

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// entities are those that the doctype of an XML document declares.
type entities struct {
	texts map[string]string
	// hasMarkup is whether one of them has an element.
	hasMarkup bool
	// left is how many bytes of them may still be put in place of references, so that a
	// small document does not become a large one.
	left int
}

const (
	maxEntities   = 1000
	maxEntityText = 1 << 20
	maxEntityName = 100
	// maxEntityDepth is how deep entities may refer to each other.
	maxEntityDepth = 8
)

// readEntities returns the entities that a doctype declares; nil when there are none. Those
// of other documents are not read, which browsers do not do, either.
func readEntities(doctype []byte) *entities {
	if !bytes.Contains(doctype, []byte("<!ENTITY")) {
		return nil
	}
	found := &entities{texts: map[string]string{}, left: maxEntityText}
	for i := 0; i < len(doctype); {
		rest := doctype[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			i += behindIn(rest, "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			i += behindIn(rest, "?>")
		case bytes.HasPrefix(rest, []byte("<!ENTITY")):
			i += len("<!ENTITY")
			i += found.declare(doctype[i:])
		case rest[0] == '"' || rest[0] == '\'':
			i += 1 + behindIn(rest[1:], string(rest[:1]))
		default:
			i++
		}
	}
	return found
}

// declare reads one declaration behind its keyword, and returns the length of what it read.
// The first declaration of a name counts.
func (e *entities) declare(text []byte) int {
	start := skipSpace(text, 0)
	end := start
	for end < len(text) && !ascii.IsSpace(text[end]) && text[end] != '>' {
		end++
	}
	name := string(text[start:end])
	value := skipSpace(text, end)
	if start == 0 || value == end || value == len(text) || text[value] != '"' && text[value] != '\'' {
		return value // of a parameter, or in another document
	}
	quote := text[value]
	n := bytes.IndexByte(text[value+1:], quote)
	if n < 0 {
		return len(text)
	}
	if _, known := e.texts[name]; !known && len(e.texts) < maxEntities {
		e.texts[name] = string(text[value+1 : value+1+n])
		e.hasMarkup = e.hasMarkup || strings.Contains(e.texts[name], "<")
	}
	return value + 1 + n + 1
}

// expand returns text with its references to entities replaced.
func (e *entities) expand(text string) string { return e.expandTo(maxEntityDepth, text) }

func (e *entities) expandTo(depth int, text string) string {
	if e == nil || depth == 0 || strings.IndexByte(text, '&') < 0 {
		return text
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "&")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, _, closed := strings.Cut(rest[:min(len(rest), maxEntityName)], ";")
		entity, known := e.texts[name]
		if !closed || !known || len(entity) > e.left {
			b.WriteByte('&')
			text = rest
			continue
		}
		e.left -= len(entity)
		b.WriteString(e.expandTo(depth-1, entity))
		text = rest[len(name)+1:]
	}
}

// behindIn returns the offset behind the first mark in text, or the end of text.
func behindIn(text []byte, mark string) int {
	if n := bytes.Index(text, []byte(mark)); n >= 0 {
		return n + len(mark)
	}
	return len(text)
}

// skipSpace returns the offset of the first byte from i on that is no white space.
func skipSpace(text []byte, i int) int {
	for i < len(text) && ascii.IsSpace(text[i]) {
		i++
	}
	return i
}
