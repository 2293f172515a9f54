package series

import (
	"fmt"
	"hash/maphash"
	"regexp"
	"slices"
	"strings"
)

// shapeKind is why URLs of one shape may be without end.
type shapeKind uint8

const (
	// numbered: the path has numbers or identifiers, such as /2026/11/21.
	numbered shapeKind = iota
	// queried: the URL has a query.
	queried
	// session: a key of the query, or a parameter of the path, names a session.
	session
	// repeating: the path has a segment more than once, as relative links make it
	// that lack a slash.
	repeating
	// deep: the path has more segments than any that people make.
	deep
)

// maxSegments is the number of segments past which a path is deep.
const maxSegments = 20

// maxPathLength is the length past which a path is deep as well.
const maxPathLength = 1000

// urlShape is what URLs have in common that differ in their variable parts alone.
type urlShape struct {
	kind shapeKind
	// path and keys are the shape as people read it: /a/*?month=*&year=*.
	path string
	keys []string
	// repeats are the segments that are there more than once.
	repeats []string
	// slashes is whether a query has a slash, which no "*" of a glob matches.
	slashes bool
}

// shapeOf returns the shape of a URL of the site, by its path below the base path
// and its query; ok is false when nothing in it varies.
func shapeOf(path, query string) (s urlShape, ok bool) {
	if name := sessionParameter(path); name != "" {
		return urlShape{kind: session, path: "/**;" + name + "=*"}, true
	}
	keys := queryKeys(query)
	for _, key := range keys {
		if isSessionKey(key) {
			return urlShape{kind: session, path: "/**", keys: []string{key}}, true
		}
	}
	segments := strings.Count(path, "/")
	switch {
	case len(path) > maxPathLength:
		return urlShape{kind: deep, path: "/…"}, true
	case segments > maxSegments:
		return urlShape{kind: deep, path: strings.Repeat("/*", maxSegments) + "/**"}, true
	case segments > 2:
		if name, end := repeatedSegment(path); end > 0 {
			return urlShape{kind: repeating, path: escapeMeta(path[:end]) + "/**", repeats: []string{name}}, true
		}
	}
	switch {
	case len(keys) > 0:
		return urlShape{kind: queried, path: generalize(path), keys: keys}, true
	case strings.ContainsAny(path, "0123456789"):
		return urlShape{kind: numbered, path: generalize(path)}, true
	}
	return urlShape{}, false
}

// id identifies a shape. All repeating paths have one id, and so have all queries with
// several keys of one path: one filter more or less makes no other series.
func (s *urlShape) id() uint64 {
	name := s.path
	switch {
	case s.kind == repeating:
		name = ""
	case len(s.keys) == 1:
		name += "?" + s.keys[0]
	case len(s.keys) > 1:
		name += "?&"
	}
	return maphash.String(seed, string('a'+rune(s.kind))+name)
}

// maxShownKeys bounds how many keys of a query are shown, maxRepeats how many
// segments that are repeated.
const (
	maxShownKeys = 4
	maxRepeats   = 8
)

// String returns the shape as notes show it.
func (s *urlShape) String() string {
	if len(s.keys) == 0 {
		return s.path
	}
	shown := s.keys[:min(len(s.keys), maxShownKeys)]
	text := s.path + "?" + strings.Join(shown, "=*&") + "=*"
	if len(s.keys) > len(shown) {
		text += "&…"
	}
	return text
}

// pattern returns what exclude would need to leave the shape out.
func (s *urlShape) pattern() string {
	switch {
	case s.kind == repeating:
		var names []string
		for _, name := range s.repeats {
			// Without backslashes: reports escape them.
			name = notPlain.ReplaceAllString(name, ".")
			names = append(names, name+"/(.*/)?"+name)
		}
		return "/[/](" + strings.Join(names, "|") + ")([/]|$)/"
	case s.kind == session && len(s.keys) > 0:
		return "/[?&]" + s.keys[0] + "=/"
	case s.kind == session:
		return "/;" + strings.TrimSuffix(s.path[len("/**;"):], "=*") + "=/"
	case s.kind == deep && s.path == "/…":
		return fmt.Sprintf("/^.{%d}/", maxPathLength)
	case s.slashes:
		key := ""
		if len(s.keys) == 1 {
			key = strings.TrimSuffix(s.keys[0], "[]")
		}
		return "/^" + globSigns.Replace(notPlainGlob.ReplaceAllString(s.path, ".")) + "[?]" + notPlain.ReplaceAllString(key, ".") + "/"
	case len(s.keys) == 1 && strings.HasSuffix(s.keys[0], "[]"):
		return s.path + "[?]" + escapeMeta(strings.TrimSuffix(s.keys[0], "[]")) + "*"
	case len(s.keys) == 1:
		return s.path + "[?]" + escapeMeta(s.keys[0]) + "=*"
	case len(s.keys) > 1:
		return s.path + "[?]*&*"
	case strings.HasSuffix(s.path, "/"):
		// With a slash at both ends it would be a regular expression.
		return strings.TrimSuffix(s.path, "/") + "{/,}"
	}
	return s.path
}

// notPlain matches what may mean something in a regular expression, notPlainGlob
// that without the signs of globs and paths.
var (
	notPlain     = regexp.MustCompile("[^-_~%,;=0-9A-Za-z]")
	notPlainGlob = regexp.MustCompile("[^-_~%,;=0-9A-Za-z/*]")
	globSigns    = strings.NewReplacer("**", ".*", "*", "[^/]*")
)

// repeatedSegment returns the first segment that the path repeats, and where it ends; end
// is 0 when there is none. Numbers do not count: dates repeat them.
func repeatedSegment(path string) (name string, end int) {
	segments := strings.Split(path[1:], "/")
	at := 1
	for i, s := range segments {
		if s != "" && !strings.ContainsAny(s, "0123456789") && slices.Contains(segments[:i], s) {
			return s, at + len(s)
		}
		at += len(s) + 1
	}
	return "", 0
}

// minIdentifier is the length from which letters with digits among them are an
// identifier.
const minIdentifier = 16

// generalize replaces the variable parts of a path by "*": runs of digits, and whole
// segments that are dates or identifiers. More than three such segments in a row are
// one "**".
func generalize(path string) string {
	var b strings.Builder
	stars := 0
	for segment := range strings.SplitSeq(path[1:], "/") {
		segment = generalizeSegment(segment)
		if segment == "*" {
			stars++
		} else {
			stars = 0
		}
		switch {
		case stars > 4:
		case stars == 4:
			b.WriteString("/**")
		default:
			b.WriteByte('/')
			b.WriteString(segment)
		}
	}
	return b.String()
}

func generalizeSegment(s string) string {
	digits, others := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c == '-' || c == '_':
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			others++
		default:
			others += minIdentifier
		}
	}
	switch {
	case digits > 0 && others == 0, len(s) >= minIdentifier && digits >= 2 && others < minIdentifier*2 && isHexOrMixed(s):
		return "*"
	case digits == 0:
		return escapeMeta(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			b.WriteString(escapeMeta(s[i : i+1]))
			continue
		}
		for i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9' {
			i++
		}
		b.WriteByte('*')
	}
	return b.String()
}

// isHexOrMixed reports whether s is made like an identifier: of hexadecimal digits,
// or with digits in more than two places.
func isHexOrMixed(s string) bool {
	runs, hex, inRun := 0, true, false
	for i := range len(s) {
		c := s[i]
		digit := '0' <= c && c <= '9'
		if digit && !inRun {
			runs++
		}
		inRun = digit
		hex = hex && (digit || 'a' <= c|0x20 && c|0x20 <= 'f' || c == '-')
	}
	return hex || runs > 2
}

// escapeMeta writes a part of a URL for a glob: a "?" replaces each character that has a
// meaning there.
func escapeMeta(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`*?[]{}\`, r) {
			return '?'
		}
		return r
	}, s)
}

// maxKeys bounds how many keys of one query are looked at.
const maxKeys = 16

// queryKeys returns the keys of a query, sorted, each once, with numbers in brackets
// as one: f[0] and f[1] are f[].
func queryKeys(query string) []string {
	var keys []string
	for key := range queryPairs(query) {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// queryPairs yields the keys and values of a query.
func queryPairs(query string) func(yield func(key, value string) bool) {
	return func(yield func(key, value string) bool) {
		n := 0
		for pair := range strings.FieldsFuncSeq(strings.TrimPrefix(query, "?"), func(r rune) bool { return r == '&' || r == ';' }) {
			if n++; n > maxKeys {
				return
			}
			key, value, _ := strings.Cut(pair, "=")
			key = strings.Clone(key)
			for _, bracket := range []string{"[", "%5B", "%5b"} {
				if name, _, ok := strings.Cut(key, bracket); ok && name != "" {
					key = name + "[]"
				}
			}
			if !yield(key, value) {
				return
			}
		}
	}
}

// sessionNames are the names that programs give to the identifier of a session. What
// sites use for other things as well, such as "s", is not among them.
var sessionNames = []string{
	"sid", "phpsessid", "jsessionid", "sessionid", "session_id", "session-id", "sessid", "oscsid", "zenid", "xtcsid", "cfid", "cftoken", "aspsessionid",
}

func isSessionKey(key string) bool { return slices.Contains(sessionNames, strings.ToLower(key)) }

// sessionParameter returns the name in ";name=value" when a segment of the path has
// the session in it, as Java servers write it.
func sessionParameter(path string) string {
	_, rest, ok := strings.Cut(path, ";")
	name, _, assigned := strings.Cut(rest, "=")
	if ok && assigned && isSessionKey(name) {
		return name
	}
	return ""
}

// withoutSession returns a URL without what names its session, hashed.
func withoutSession(path, query string) uint64 {
	if head, rest, ok := strings.Cut(path, ";"); ok {
		_, tail, _ := strings.Cut(rest, "/")
		path = head + "/" + tail
	}
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteString(path)
	for key, value := range queryPairs(query) {
		if !isSessionKey(key) {
			h.WriteByte('&')
			h.WriteString(key)
			h.WriteByte('=')
			h.WriteString(value)
		}
	}
	return h.Sum64()
}
