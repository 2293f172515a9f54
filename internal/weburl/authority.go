package weburl

import (
	"strconv"
	"strings"
)

// readAuthority reads "user:password@host:port/path", which is after the
// scheme and its slashes, for every scheme but file.
func readAuthority(scheme, rest string) (URL, error) {
	authority, path, hasPath := cutSegment(rest, scheme)
	p := place{scheme: scheme, authority: true}
	host := authority
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		p.user, host = readUser(authority[:i]), authority[i+1:]
		if host == "" {
			return URL{}, errNoHost
		}
	}
	var err error
	if p.host, err = readHostPort(scheme, host); err != nil {
		return URL{}, err
	}
	if hasPath || isSpecial(scheme) {
		path = walk("", path, scheme)
	}
	return p.at(path), nil
}

// readUser encodes a name and a password, between which is the first ":".
func readUser(raw string) string {
	name, password, _ := strings.Cut(raw, ":")
	user := encode(name, userEscapes)
	if password != "" {
		user += ":" + encode(password, userEscapes)
	}
	return user
}

// readHostPort reads "host:port" and leaves the default port of scheme out.
func readHostPort(scheme, raw string) (string, error) {
	name, port, hasPort := cutPort(raw)
	if name == "" && (hasPort || isSpecial(scheme)) {
		return "", errNoHost
	}
	host, err := readHost(scheme, name)
	if err != nil || port == "" {
		return host, err
	}
	n, ok := readPort(port)
	switch {
	case !ok:
		return "", errPort
	case n == defaultPort(scheme):
		return host, nil
	}
	return host + ":" + strconv.Itoa(n), nil
}

// cutPort cuts raw at its first ":" that is not in brackets.
func cutPort(raw string) (name, port string, hasPort bool) {
	inBrackets := false
	for i := range len(raw) {
		switch c := raw[i]; {
		case c == '[':
			inBrackets = true
		case c == ']':
			inBrackets = false
		case c == ':' && !inBrackets:
			return raw[:i], raw[i+1:], true
		}
	}
	return raw, "", false
}

// readPort reads a number from 0 to 65535.
func readPort(s string) (n int, ok bool) {
	for i := range len(s) {
		if !isDigit(s[i]) || n > 65535 {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != "" && n <= 65535
}

// defaultPort returns the port that scheme uses without saying, or -1.
func defaultPort(scheme string) int {
	switch scheme {
	case "http", "ws":
		return 80
	case "https", "wss":
		return 443
	case "ftp":
		return 21
	}
	return -1
}
