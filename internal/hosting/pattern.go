package hosting

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
)

// maxPattern is how many bytes a pattern or a destination of a rule may have.
const maxPattern = 4096

var (
	errSize       = errors.New("it is too long")
	errGlob       = errors.New("it has parentheses, ranges or brackets that linkvet cannot evaluate")
	errLookaround = errors.New("linkvet cannot evaluate a lookaround at this place")
)

// pattern says which paths a rule is for: one path, a regular expression, or a glob.
type pattern struct {
	// prefix is what all paths begin with; the only path where fixed is set. With fold it is in lower case, and paths in any
	// case match.
	prefix      string
	fixed, fold bool
	needle      string // needle is a text that is in every path behind the prefix, and size how long the pattern is
	size        int
	// expression matches the whole path, with one group for each name. It is compiled when first needed, as most rules never
	// are.
	expression func() *regexp.Regexp
	names      []string
	ahead      *regexp.Regexp // ahead must not match what follows the first at bytes; nil for none
	at         int
	part       *regexp.Regexp // part matches paths that are perhaps meant; nil for none
	glob       *glob          // set in place of an expression
	unread     bool           // whether linkvet cannot evaluate the pattern. Then it may be for every path with the prefix.
}

// captures are what the groups of an expression captured, the whole match first, and the names of those behind it.
type captures struct{ groups, names []string }

// match returns what was captured from a path, and how certain it is that it matches. It is never where no effort is left to
// find out.
func (p *pattern) match(path string, effort *Effort) (captures, certainty) {
	switch {
	case p.fixed:
		return captures{}, always.when(path == p.prefix)
	case !p.fold && !strings.HasPrefix(path, p.prefix):
		return captures{}, never
	case p.unread:
		return captures{}, perhaps
	case !effort.spend(2+len(path)/16) || !strings.Contains(path, p.needle):
		return captures{}, never
	// Where nothing in the pattern is fixed, each byte of the path meets all of it.
	case !effort.spend(1000 + len(path)*p.size/8):
		return captures{}, never
	case p.glob != nil:
		return captures{}, p.glob.match(path)
	}
	if groups := p.expression().FindStringSubmatch(path); groups != nil && (p.ahead == nil || p.at > len(path) || !p.ahead.MatchString(path[p.at:])) {
		return captures{groups, p.names}, always
	}
	if p.part != nil {
		if groups := p.part.FindStringSubmatch(path); groups != nil {
			return captures{groups, p.names}, perhaps
		}
	}
	return captures{}, never
}

// lazyPattern is for the paths that an expression matches, which is known to be valid.
func lazyPattern(prefix, needle, expression string, names []string) pattern {
	return pattern{
		prefix: prefix, needle: needle, size: len(expression), names: names,
		expression: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) }),
	}
}

// compile compiles an expression between two texts, and says how large it is. It refuses one that counted repetitions make large.
func compile(before, expression, after string) (compiled *regexp.Regexp, size int, err error) {
	if len(expression) > maxPattern {
		return nil, 0, errSize
	}
	text := before + expression + after
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, 0, err
	}
	if size = sizeOf(tree); size > 2*maxPattern {
		return nil, 0, errSize
	}
	compiled, err = regexp.Compile(text)
	return compiled, size, err
}

// sizeOf counts the parts of an expression once its counted repetitions are written out.
func sizeOf(tree *syntax.Regexp) int {
	size := 1
	if tree.Op == syntax.OpLiteral {
		size = len(tree.Rune)
	}
	for _, sub := range tree.Sub {
		size += sizeOf(sub)
	}
	if tree.Op == syntax.OpRepeat {
		size *= max(tree.Min, tree.Max, 1)
	}
	return size
}

// negative matches an expression whose only lookahead leaves out some of the paths that begin with a text: "/((?!a|b).*)". Its
// groups are the text, which may open groups, and what follows.
var negative = regexp.MustCompile(`^((?:\(\?:|\(|\\[^\w]|[^\\^$.*+?()[\]{}|])*)\(\?!(.*)$`)

// compileExpression reads a regular expression that must match the whole of a path.
func compileExpression(text string, fold bool) (pattern, error) {
	p := pattern{fold: fold}
	flags := "(?s)"
	if fold {
		flags = "(?is)"
	}
	if strings.Contains(text, "(?") && lookaround.MatchString(text) {
		found := negative.FindStringSubmatch(text)
		end := 0
		if found != nil {
			end = closing("(" + found[2])
		}
		if end < 2 || !rest.MatchString(found[2][end-1:]) || lookaround.MatchString(found[2][:end-2]) {
			return pattern{}, errLookaround
		}
		var err error
		if p.ahead, p.size, err = compile(flags+"^(?:", found[2][:end-2], ")"); err != nil {
			return pattern{}, err
		}
		p.at = len(opener.ReplaceAllString(found[1], "$1"))
		text = found[1] + found[2][end-1:]
	}
	compiled, size, err := compile(flags+"^(?:", text, ")$")
	if err != nil {
		return pattern{}, err
	}
	p.size += size
	p.expression = func() *regexp.Regexp { return compiled }
	p.names = compiled.SubexpNames()[1:]
	return p, nil
}

var (
	lookaround = regexp.MustCompile(`\(\?<?[!=]`)
	// rest is what may follow the lookahead: nothing that is repeated or has alternatives.
	rest = regexp.MustCompile(`^(?:\.[*+]|\$|\))*$`)
	// opener matches what is in front of a lookahead and stands for no character of a path, or not for itself.
	opener = regexp.MustCompile(`\(\?:|\(|\\(.)`)
)

// closing is the offset behind the group that a text begins with; -1 when it does not end.
func closing(text string) int {
	depth, class := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// glob is a pattern for paths as minimatch reads it, with "**" and braces: https://github.com/isaacs/minimatch/tree/v6.1.6. Of
// its extended groups only "@(a|b)" is read, which Firebase documents and which braces can write as well.
type glob struct {
	negated bool
	// text matches all paths, and folder those that are a folder which the text ends in "/**" for; empty for none.
	text, folder string
}

const (
	maxAlternatives = 256 // how many texts the braces of a glob may stand for. The library tries them one by one.
	globMarks       = `*?[]{}()@+!\`
)

var (
	either = regexp.MustCompile(`@\(([^()]*)\)`)
	// odd matches what the library and minimatch read in different ways.
	odd = regexp.MustCompile(`[@?*+!]\(|\{[^,{}]*\}`)
	// deep matches "/**" where nothing follows it.
	deep = regexp.MustCompile(`/\*\*([,}]|$)`)
)

// compileGlob reads a pattern. An error is about what linkvet cannot evaluate; then the pattern is unread.
func compileGlob(text string) (pattern, error) {
	if len(text) > maxPattern {
		return pattern{unread: true}, errSize
	}
	g := &glob{}
	for strings.HasPrefix(text, "!") && !strings.HasPrefix(text, "!(") {
		g.negated = !g.negated
		text = text[1:]
	}
	p := pattern{glob: g, size: len(text)}
	if !g.negated {
		p.prefix = text
		if end := strings.IndexAny(text, globMarks); end >= 0 {
			p.prefix = text[:end]
		}
	}
	text = either.ReplaceAllStringFunc(text, func(group string) string {
		return "{" + strings.ReplaceAll(group[2:len(group)-1], "|", ",") + "}"
	})
	alternatives := 1
	for piece := range strings.SplitSeq(text, "{") {
		alternatives = min(alternatives*(1+strings.Count(piece, ",")), maxPattern)
	}
	if odd.MatchString(text) || alternatives > maxAlternatives || !doublestar.ValidatePattern(text) {
		return pattern{prefix: p.prefix, unread: true}, errGlob
	}
	if !g.negated && !strings.ContainsAny(text, `{}[]\`) {
		for _, name := range strings.Split(text, "/") {
			if !strings.ContainsAny(name, globMarks) && len(name) > len(p.needle) {
				p.needle = name
			}
		}
	}
	p.size *= alternatives
	g.text = deep.ReplaceAllString(text, "/**/*$1")
	if g.text != text {
		g.folder = deep.ReplaceAllString(text, "/$1")
	}
	return p, nil
}

// match reports how certain it is that a path matches. Whether wildcards stand for names that begin with a dot is not
// documented by the hosts.
func (g *glob) match(path string) certainty {
	sure, bare := never, path
	if !strings.HasSuffix(g.text, "/") {
		bare = withoutSlash(path)
	}
	if doublestar.MatchUnvalidated(g.text, bare) || g.folder != "" && doublestar.MatchUnvalidated(g.folder, path) {
		sure = always
		if isDotted(path) && !isDotted(g.text) {
			sure = perhaps
		}
	}
	if g.negated {
		return always - sure
	}
	return sure
}

// isDotted reports whether an element of a path begins with a dot.
func isDotted(path string) bool { return strings.HasPrefix(path, ".") || strings.Contains(path, "/.") }
