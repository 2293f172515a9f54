package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// NamePattern matches names, such as those of environments: a glob, in which an
// asterisk stands for any text, or a /regexp/. The empty pattern matches nothing.
type NamePattern string

// Match reports whether the pattern matches a whole name. Upper and lower case are the
// same.
func (p NamePattern) Match(name string) bool {
	expr, err := p.compile()
	return p != "" && err == nil && expr.MatchString(name)
}

func (p NamePattern) compile() (*regexp.Regexp, error) {
	text := string(p)
	if len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/' {
		return regexp.Compile("(?is)" + text[1:len(text)-1])
	}
	text = regexp.QuoteMeta(text)
	text = strings.ReplaceAll(strings.ReplaceAll(text, `\*`, ".*"), `\?`, ".")
	return regexp.Compile("(?is)^(?:" + text + ")$")
}

// parseNamePattern reads a pattern for names.
func parseNamePattern(s string) (NamePattern, error) {
	if s == "" {
		return "", errors.New("must not be empty; set it to the name of an environment, or remove it")
	}
	p := NamePattern(s)
	if _, err := p.compile(); err != nil {
		return "", fmt.Errorf("must be a glob such as Preview*, or a regular expression: %s: %w", quote(s), err)
	}
	return p, nil
}
