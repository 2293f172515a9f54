package pattern

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// MaxSize is how many bytes a pattern of a rule may have.
const MaxSize = 4096

// ErrSize is about a pattern that has more bytes than MaxSize.
var ErrSize = errors.New("it is too long")

// Expression is a regular expression in JavaScript's syntax, as far as Go's linear-time
// expressions can evaluate it. Behind a text of fixed length it may hold lookaheads,
// with which authors leave paths out.
type Expression struct {
	main *regexp.Regexp
	// aheads are matched with what follows the first at bytes.
	aheads []lookahead
	at     int
	// needle is a text that is in every path that matches, and size how long the
	// expressions are.
	needle string
	size   int
	// names are those of the groups, in order. A group without a name has a number or
	// an empty name.
	names []string
}

// CompileExpression reads a regular expression that must match the whole of a path.
func CompileExpression(source string, foldCase bool) (*Expression, error) {
	if len(source) > MaxSize {
		return nil, ErrSize
	}
	source = GoSyntax(source)
	flags := "(?s)"
	if foldCase {
		flags = "(?is)"
	}
	p := &Expression{size: len(source)}
	if begin := indexLookaround(source, 0); begin >= 0 {
		end, err := p.lookAhead(source, begin, flags)
		if err != nil {
			return nil, err
		}
		source = source[:begin] + source[end:]
	}
	var err error
	expression := flags + "^(?:" + source + ")$"
	if p.main, err = regexp.Compile(expression); err == nil {
		p.needle = needleOf(expression)
		p.names = p.main.SubexpNames()[1:]
	}
	return p, err
}

// Names returns the names of the groups.
func (p *Expression) Names() []string { return p.names }

// Match returns what the groups of the expression captured, by name and by number. It
// returns nil for no match, and where no effort is left to find out.
func (p *Expression) Match(path string, effort *hosting.Effort) map[string]string {
	if !effort.Spend(MissCost(path)) || !strings.Contains(path, p.needle) || !effort.Spend(MatchCost(path, p.size)) {
		return nil
	}
	groups := p.main.FindStringSubmatch(path)
	if groups == nil || p.at > len(path) {
		return nil
	}
	for _, ahead := range p.aheads {
		if ahead.MatchString(path[p.at:]) == ahead.not {
			return nil
		}
	}
	return Captures(groups, p.names)
}

// Captures returns the groups of a match by number, and by name where they have one;
// nil for no match.
func Captures(groups, names []string) map[string]string {
	if groups == nil {
		return nil
	}
	captured := make(map[string]string, len(groups)+len(names))
	for i, group := range groups {
		captured[strconv.Itoa(i)] = group
		if i > 0 && i <= len(names) {
			if _, err := strconv.Atoi(names[i-1]); err != nil {
				captured[names[i-1]] = group
			}
		}
	}
	return captured
}

// GoSyntax writes an expression as Go reads it: slashes need no escape, and
// groups are named by "?P<".
func GoSyntax(source string) string {
	source = strings.ReplaceAll(source, `\/`, "/")
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		if source[i] == '\\' && i+1 < len(source) {
			b.WriteString(source[i : i+2])
			i++
			continue
		}
		if rest := source[i:]; strings.HasPrefix(rest, "(?<") && !strings.HasPrefix(rest, "(?<=") && !strings.HasPrefix(rest, "(?<!") {
			b.WriteString("(?P<")
			i += 2
			continue
		}
		b.WriteByte(source[i])
	}
	return b.String()
}
