package git

import (
	"strings"
)

// remotes reads the URLs of the remotes from git's configuration. The first URL of a
// remote is where it is fetched from. What is behind a line that git would refuse
// is not read.
func remotes(config string) map[string]string {
	urls := map[string]string{}
	c := configFile{rest: strings.ReplaceAll(strings.TrimPrefix(config, "\ufeff"), "\r\n", "\n")}
	for {
		key, value, ok := c.next()
		if !ok {
			return urls
		}
		if c.section == "remote" && c.sub != "" && key == "url" && value != "" && urls[c.sub] == "" {
			urls[c.sub] = value
		}
	}
}

// configFile reads git's configuration, whose syntax git's documentation describes
// under git-config.
type configFile struct {
	rest string
	// section is the name of the open section in lower case, and sub that of its
	// subsection, as it is written in quotes.
	section, sub string
}

// next returns the next variable, its name in lower case; ok is false at the end of
// the file, and where it is damaged.
func (c *configFile) next() (key, value string, ok bool) {
	for c.rest != "" {
		switch first := c.rest[0]; {
		case isConfigSpace(first):
			c.rest = c.rest[1:]
		case first == '#' || first == ';':
			c.skipLine()
		case first == '[':
			if !c.readSection() {
				return "", "", false
			}
		default:
			return c.variable()
		}
	}
	return "", "", false
}

// skipLine passes over the rest of a line.
func (c *configFile) skipLine() {
	_, c.rest, _ = strings.Cut(c.rest, "\n")
}

// readSection reads [section], [section "subsection"] or [section.subsection].
func (c *configFile) readSection() bool {
	i := 1
	for i < len(c.rest) && (isConfigKey(c.rest[i]) || c.rest[i] == '.') {
		i++
	}
	if i == len(c.rest) {
		return false
	}
	name := strings.ToLower(c.rest[1:i])
	c.section, c.sub, _ = strings.Cut(name, ".")
	if c.rest[i] == ']' {
		c.rest = c.rest[i+1:]
		return true
	}
	quoted := strings.TrimLeft(c.rest[i:], " \t\v\f\r")
	if len(quoted) == len(c.rest)-i || !strings.HasPrefix(quoted, `"`) {
		return false
	}
	var sub strings.Builder
	for j := 1; j < len(quoted); j++ {
		switch quoted[j] {
		case '\n':
			return false
		case '"':
			c.rest = strings.TrimPrefix(quoted[j+1:], "]")
			c.section, c.sub = name, sub.String()
			return len(c.rest) < len(quoted)-j-1
		case '\\':
			if j++; j == len(quoted) || quoted[j] == '\n' {
				return false
			}
		}
		sub.WriteByte(quoted[j])
	}
	return false
}

// variable reads a name and, if there is one, its value.
func (c *configFile) variable() (key, value string, ok bool) {
	i := 0
	for i < len(c.rest) && isConfigKey(c.rest[i]) {
		i++
	}
	key = strings.ToLower(c.rest[:i])
	if key == "" || !isLetter(key[0]) {
		return "", "", false
	}
	c.rest = strings.TrimLeft(c.rest[i:], " \t")
	if c.rest == "" || c.rest[0] == '\n' {
		return key, "", true
	}
	if c.rest[0] != '=' {
		return "", "", false
	}
	c.rest = c.rest[1:]
	value, ok = c.value()
	return key, value, ok
}

// value reads what is behind "=": quotes keep white space and signs of comments,
// and a backslash at the end of a line joins the next one.
func (c *configFile) value() (value string, ok bool) {
	var b strings.Builder
	quoted, space := false, 0
	for i := 0; i < len(c.rest); i++ {
		switch v := c.rest[i]; {
		case v == '\n':
			c.rest = c.rest[i+1:]
			return b.String(), !quoted
		case !quoted && isConfigSpace(v):
			if b.Len() > 0 {
				space++
			}
			continue
		case !quoted && (v == ';' || v == '#'):
			c.rest = c.rest[i:]
			c.skipLine()
			return b.String(), true
		case v == '"':
			b.WriteString(strings.Repeat(" ", space))
			quoted, space = !quoted, 0
		case v == '\\':
			if i++; i == len(c.rest) {
				return "", false
			}
			if c.rest[i] == '\n' {
				continue
			}
			at := strings.IndexByte(`tbn\"`, c.rest[i])
			if at < 0 {
				return "", false
			}
			b.WriteString(strings.Repeat(" ", space))
			space = 0
			b.WriteByte("\t\b\n\\\""[at])
		default:
			b.WriteString(strings.Repeat(" ", space))
			space = 0
			b.WriteByte(v)
		}
	}
	c.rest = ""
	return b.String(), !quoted
}

// isConfigSpace reports whether c is white space, also that of lines.
func isConfigSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}

// isConfigKey reports whether c may be in the name of a section or a variable.
func isConfigKey(c byte) bool {
	return isLetter(c) || '0' <= c && c <= '9' || c == '-'
}

// isLetter reports whether c is a letter of ASCII.
func isLetter(c byte) bool {
	c |= 0x20
	return 'a' <= c && c <= 'z'
}
