package weburl

import "strings"

// Parse reads an absolute URL. What a browser corrects (white space around it,
// upper case, default ports, missing slashes, characters that need encoding) is
// fixed; what a browser refuses is an *Error.
func Parse(raw string) (URL, error) {
	return URL{}.Resolve(raw)
}

// Resolve reads ref as a browser does that found it in a document in UTF-8 or
// UTF-16 whose base URL is u. An empty ref is the document itself, without a
// fragment. What a browser refuses is an *Error.
func (u URL) Resolve(ref string) (URL, error) {
	return u.ResolveIn(ref, "utf-8")
}

// ResolveIn is Resolve for a document in the encoding of that name, in which
// browsers write the query. The names are those of the Encoding Standard, in
// any case. The empty name, and an unknown one, stand for UTF-8.
func (u URL) ResolveIn(ref, encoding string) (URL, error) {
	head, query, fragment := split(clean(ref))
	if isSpecial(u.Scheme) && strings.EqualFold(head, u.Scheme+":") {
		// A bare scheme that is the document's own says nothing more.
		head = ""
	}
	target, err := u.resolveHead(head)
	switch {
	case err != nil:
		return URL{}, &Error{Raw: ref, Cause: err}
	case head == "" && u.isOpaque() && (query != "" || fragment == ""):
		// An opaque URL, and no URL at all, can only be given another fragment.
		return URL{}, &Error{Raw: ref, Cause: errRelative}
	case query != "":
		target.Query = encodeQuery(query, target.Scheme, encoding)
	case head == "":
		target.Query = u.Query
	}
	target.Fragment = encode(fragment, fragmentEscapes)
	return target, nil
}

// resolveHead resolves head, a reference without query and fragment, against u.
// The result has neither.
func (u URL) resolveHead(head string) (URL, error) {
	if head == "" {
		if u.Scheme == "" {
			return URL{}, errRelative
		}
		u.Query, u.Fragment = "", ""
		return u, nil
	}
	scheme, rest := cutScheme(head)
	if scheme != "" && !isSpecial(scheme) && !strings.HasPrefix(rest, "/") {
		// Data URLs are often huge, so what needs no algorithm gets none.
		return URL{Scheme: scheme, Path: encode(rest, opaqueEscapes)}, nil
	}
	if target, ok := u.resolvePlain(scheme, rest); ok {
		return target, nil
	}
	return u.resolveStandard(scheme, rest)
}

// clean drops what browsers drop before they look at a reference: control
// characters and spaces around it, tabs and newlines anywhere.
func clean(ref string) string {
	for ref != "" && ref[0] <= ' ' {
		ref = ref[1:]
	}
	for ref != "" && ref[len(ref)-1] <= ' ' {
		ref = ref[:len(ref)-1]
	}
	if !isBroken(ref) {
		return ref
	}
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, ref)
}

// isBroken reports whether s has tabs or line ends in it. strings.ContainsAny would make a
// table at each call.
func isBroken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == '\t' || c == '\n' || c == '\r' {
			return true
		}
	}
	return false
}

// split cuts a clean reference where its query and its fragment begin. In every state of a
// browser's parser the first "#", and the first "?" before it, end the part before. Both
// parts keep their mark.
func split(ref string) (head, query, fragment string) {
	if i := strings.IndexByte(ref, '#'); i >= 0 {
		ref, fragment = ref[:i], ref[i:]
	}
	if i := strings.IndexByte(ref, '?'); i >= 0 {
		ref, query = ref[:i], ref[i:]
	}
	return ref, query, fragment
}

// cutScheme cuts the scheme, lower-cased, and its ":" off head. The scheme is
// "" when head has none.
func cutScheme(head string) (scheme, rest string) {
	for i := range len(head) {
		c := head[i]
		switch {
		case isLetter(c):
		case i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(head[:i]), head[i+1:]
		default:
			return "", head
		}
	}
	return "", head
}
