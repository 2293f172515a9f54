package weburl

import "strings"

// resolveFile reads what follows "file:", or a relative reference on the file
// URL u. Drives of Windows get the care that browsers on every system give
// them.
func (u URL) resolveFile(rest string) (URL, error) {
	if len(rest) >= 2 && isSlash(rest[0]) && isSlash(rest[1]) {
		return readFileHost(rest[2:])
	}
	target := URL{Scheme: "file"}
	dir := ""
	rooted := rest != "" && isSlash(rest[0])
	if rooted {
		rest = rest[1:]
	}
	if u.Scheme == "file" {
		target.Host = u.Host
		if !startsWithDrive(rest) {
			dir = u.folder(rooted)
		}
	}
	target.Path = walk(dir, rest, "file")
	return target, nil
}

// folder returns the folder of the file URL u, or, with rooted, its root, which
// is its drive if it has one.
func (u URL) folder(rooted bool) string {
	if !rooted {
		return u.Path[:parentEnd(u.Path, "file")]
	}
	if startsWithDrive(strings.TrimPrefix(u.Path, "/")) {
		return u.Path[:len("/C:")]
	}
	return ""
}

// readFileHost reads what follows the slashes of a file URL.
func readFileHost(rest string) (URL, error) {
	name, path, _ := cutSegment(rest, "file")
	if isDrive(name) {
		// "file://C:/x" forgot a slash.
		return URL{Scheme: "file", Path: walk("", rest, "file")}, nil
	}
	host := ""
	if name != "" {
		var err error
		if host, err = readHost("file", name); err != nil {
			return URL{}, err
		}
	}
	if host == "localhost" {
		host = ""
	}
	return URL{Scheme: "file", Host: host, Path: walk("", path, "file")}, nil
}

// startsWithDrive reports whether the first segment of s is a drive.
func startsWithDrive(s string) bool {
	return len(s) >= 2 && isDrive(s[:2]) && (len(s) == 2 || isSlash(s[2]))
}

// isDrive reports whether s is the letter of a drive with the ":" after it, which
// may be written as "|".
func isDrive(s string) bool {
	return len(s) == 2 && isLetter(s[0]) && strings.IndexByte(":|", s[1]) >= 0
}

// isSlash reports whether c separates the segments of a special URL.
func isSlash(c byte) bool {
	return c == '/' || c == '\\'
}
