package pattern

import (
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// segment is the text between two slashes of a pattern.
type segment struct {
	// deep is whether it is "**".
	deep bool
	// literal is the segment where it has no wildcards; then expression is nil.
	literal    string
	expression *regexp.Regexp
	// dotted is whether it begins with a dot, so that hidden names match.
	dotted bool
}

// matchSegments reports whether names match segments one by one. Where a match fails, only
// the last "**" takes one name more, as it can take all that an earlier "**" could.
func matchSegments(names []string, segments []segment, hidden bool) bool {
	n, s := 0, 0
	back, from := -1, 0
	for n < len(names) {
		switch {
		case s < len(segments) && segments[s].deep:
			back, from = s, n
			s++
			if s == len(segments) {
				return allTaken(names[n:], hidden)
			}
			continue
		case s < len(segments) && segments[s].match(names[n], hidden):
			n++
			s++
			continue
		case s == len(segments) && n == len(names)-1 && names[n] == "":
			return true
		}
		if back < 0 || !taken(names[from], hidden) {
			return false
		}
		from++
		n, s = from, back+1
	}
	return s == len(segments)
}

// allTaken reports whether "**" stands for all of the names.
func allTaken(names []string, hidden bool) bool {
	for _, name := range names {
		if !taken(name, hidden) {
			return false
		}
	}
	return true
}

// taken reports whether "**" stands for a name.
func taken(name string, hidden bool) bool {
	return name != "." && name != ".." && (hidden || !strings.HasPrefix(name, "."))
}

// match reports whether a name matches a segment that is not "**".
func (s *segment) match(name string, hidden bool) bool {
	if s.expression == nil {
		return name == s.literal
	}
	return name != "" && (s.dotted || taken(name, hidden)) && s.expression.MatchString(name)
}

// compileSegments reads a pattern without braces.
func compileSegments(pattern string) ([]segment, error) {
	var segments []segment
	for _, text := range strings.Split(hosting.WithoutEmpty(pattern), "/") {
		if text == "**" {
			segments = append(segments, segment{deep: true})
			continue
		}
		r := segmentReader{rest: text}
		expression, err := r.read(0)
		if err != nil {
			return nil, err
		}
		one := segment{dotted: strings.HasPrefix(text, ".")}
		if !r.magic {
			one.literal = r.literal.String()
		} else if one.expression, err = regexp.Compile("(?s)^(?:" + expression + ")$"); err != nil {
			return nil, err
		}
		segments = append(segments, one)
	}
	return segments, nil
}

// segmentReader turns one segment into a regular expression.
type segmentReader struct {
	rest string
	// magic is whether there are wildcards, and literal the text if there are none.
	magic   bool
	literal strings.Builder
}

// read reads up to the end, or to the "|" or ")" that ends an alternative.
func (r *segmentReader) read(depth int) (string, error) {
	if depth > maxGlobDepth {
		return "", errGlobDepth
	}
	var b strings.Builder
	for r.rest != "" {
		c := r.rest[0]
		if depth > 0 && (c == '|' || c == ')') {
			break
		}
		if len(r.rest) > 1 && r.rest[1] == '(' && strings.IndexByte("@?*+!", c) >= 0 && closing(r.rest, 1) > 0 {
			group, err := r.group(depth)
			if err != nil {
				return "", err
			}
			b.WriteString(group)
			continue
		}
		b.WriteString(r.one(c))
	}
	return b.String(), nil
}

// one reads a character, a wildcard or a class.
func (r *segmentReader) one(c byte) string {
	switch c {
	case '*':
		r.rest = r.rest[1:]
		r.magic = true
		return "[^/]*"
	case '?':
		r.rest = r.rest[1:]
		r.magic = true
		return "[^/]"
	case '[':
		if class, rest := globClass(r.rest); class != "" {
			r.rest = rest
			r.magic = true
			return class
		}
	case '\\':
		if len(r.rest) > 1 {
			r.rest = r.rest[1:]
		}
	}
	text := r.rest[:1]
	r.rest = r.rest[1:]
	r.literal.WriteString(text)
	return quotePattern(text)
}

// group reads "@(a|b)" and its like.
func (r *segmentReader) group(depth int) (string, error) {
	kind := r.rest[0]
	if kind == '!' {
		return "", errNegatedGroup
	}
	r.magic = true
	r.rest = r.rest[2:]
	var alternatives []string
	for {
		alternative, err := r.read(depth + 1)
		if err != nil {
			return "", err
		}
		alternatives = append(alternatives, alternative)
		if !strings.HasPrefix(r.rest, "|") {
			break
		}
		r.rest = r.rest[1:]
	}
	r.rest = strings.TrimPrefix(r.rest, ")")
	group := "(?:" + strings.Join(alternatives, "|") + ")"
	if kind != '@' {
		group += string(kind)
	}
	return group, nil
}

// globClass reads "[a-z]" or "[!a-z]" as a regular expression; empty where it is
// none. Classes are short, so that a text full of brackets is no burden.
func globClass(text string) (class, rest string) {
	const longest = 128
	end := strings.IndexByte(text[min(2, len(text)):min(longest, len(text))], ']')
	if end < 0 {
		return "", text
	}
	end += 2
	content := strings.ReplaceAll(text[1:end], "[", `\[`)
	if strings.HasPrefix(content, "!") {
		content = "^" + content[1:]
	}
	class = "[" + content + "]"
	if _, err := regexp.Compile(class); err != nil {
		return "", text
	}
	return class, text[end+1:]
}
