package pattern

import (
	"strconv"
	"strings"
)

// pathParser reads the syntax of version 6.
type pathParser struct {
	rest string
	// stars is whether "*" by itself is a parameter, as it was in version 1.
	stars  bool
	tokens []pathToken
	text   strings.Builder
	groups int
}

// parsePath takes a path apart.
func parsePath(source string, stars bool) ([]pathToken, error) {
	if len(source) > MaxSize {
		return nil, ErrSize
	}
	p := &pathParser{rest: source, stars: stars}
	for p.rest != "" {
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	p.flush()
	return p.tokens, nil
}

// next reads a character, a parameter, or braces.
func (p *pathParser) next() error {
	switch c := p.rest[0]; c {
	case '\\':
		p.text.WriteString(p.rest[1:min(2, len(p.rest))])
		p.rest = p.rest[min(2, len(p.rest)):]
	case ':', '(':
		return p.parameter("")
	case '{':
		return p.braces()
	case '}':
		return errBraces
	case '*', '+', '?':
		if c == '*' && p.stars {
			return p.parameter("")
		}
		return errModifier
	default:
		p.rest = p.rest[1:]
		if (c == '/' || c == '.') && p.rest != "" && (p.rest[0] == ':' || p.rest[0] == '(' || p.stars && p.rest[0] == '*') {
			return p.parameter(string(c))
		}
		p.text.WriteByte(c)
	}
	return nil
}

// parameter reads ":name", "(expression)" or both, and a modifier.
func (p *pathParser) parameter(prefix string) error {
	p.flush()
	token := pathToken{prefix: prefix}
	if p.rest[0] == '*' {
		p.rest = p.rest[1:]
		token.name, token.expression = p.number(), ".*"
		p.tokens = append(p.tokens, token)
		return nil
	}
	if err := p.named(&token); err != nil {
		return err
	}
	token.modifier = p.modifier()
	p.tokens = append(p.tokens, token)
	return nil
}

// number is the name of the next parameter without one.
func (p *pathParser) number() string {
	p.groups++
	return strconv.Itoa(p.groups - 1)
}

// named reads a name and an expression, either of which may be missing.
func (p *pathParser) named(token *pathToken) error {
	if strings.HasPrefix(p.rest, ":") {
		end := 1
		for end < len(p.rest) && isNameByte(p.rest[end]) {
			end++
		}
		if end == 1 {
			return errParameterName
		}
		token.name, token.expression = p.rest[1:end], oneSegment
		p.rest = p.rest[end:]
	}
	if strings.HasPrefix(p.rest, "(") {
		end := closing(p.rest, 0)
		if end < 3 || p.rest[1] == '?' || hasCapturing(p.rest[1:end-1]) {
			return errGroup
		}
		if token.name == "" {
			token.name = p.number()
		}
		token.expression = p.rest[1 : end-1]
		p.rest = p.rest[end:]
	}
	return nil
}

// braces reads "{text:name(expression)text}" and a modifier.
func (p *pathParser) braces() error {
	p.flush()
	p.rest = p.rest[1:]
	token := pathToken{prefix: p.plain()}
	if err := p.named(&token); err != nil {
		return err
	}
	token.suffix = p.plain()
	if !strings.HasPrefix(p.rest, "}") {
		return errBraces
	}
	p.rest = p.rest[1:]
	token.modifier = p.modifier()
	p.tokens = append(p.tokens, token)
	return nil
}

// plain reads characters up to one that means something.
func (p *pathParser) plain() string {
	var b strings.Builder
	for p.rest != "" && strings.IndexByte(":({}*+?", p.rest[0]) < 0 {
		if p.rest[0] == '\\' && len(p.rest) > 1 {
			p.rest = p.rest[1:]
		}
		b.WriteByte(p.rest[0])
		p.rest = p.rest[1:]
	}
	return b.String()
}

// modifier reads one; empty for none.
func (p *pathParser) modifier() string {
	if p.rest == "" || strings.IndexByte("*+?", p.rest[0]) < 0 {
		return ""
	}
	modifier := p.rest[:1]
	p.rest = p.rest[1:]
	return modifier
}

// flush ends a literal text.
func (p *pathParser) flush() {
	if p.text.Len() > 0 {
		p.tokens = append(p.tokens, pathToken{literal: p.text.String()})
		p.text.Reset()
	}
}

// isNameByte reports whether a byte may be in the name of a parameter.
func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// hasCapturing reports whether an expression has capturing groups.
func hasCapturing(expression string) bool {
	for i := 0; i < len(expression); i++ {
		if expression[i] == '\\' {
			i++
		} else if expression[i] == '(' && !strings.HasPrefix(expression[i+1:], "?") {
			return true
		}
	}
	return false
}
