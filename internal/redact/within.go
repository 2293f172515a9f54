package redact

// A secret that was encoded more than once may be behind a character that makes an
// escape of its beginning: "%" and then "af%2560", which says "af`". Decoding the text from
// its beginning takes "%af" for one character, so that the secret is not there any more. The
// end of one may be lost in the same way: in "a&ampere;" is "a&amp".

const (
	// ahead is how many bytes of an encoded text tell whether a secret begins in it.
	ahead = 128
	// alike is how many characters behind the escape must be the secret's: an encoding
	// takes fewer than ahead/alike bytes for each.
	alike = 3
)

// decode adds the secrets of text that begin or end within one of its escapes, and
// returns text decoded once.
func (r *Redactor) decode(found []span, text units, offset int) ([]span, units) {
	state, read := int32(0), 0 // where the decoded text leads, as far as it was read
	decoded := decodeEach(text, func(before units, from, to int) {
		for ; read < len(before); read++ {
			state = r.find.step(state, folded[before[read].char])
		}
		found = r.scanEnd(found, before, text[from:to], state, offset)
		found = r.scanBeginnings(found, text[from:], to-from, offset)
	})
	return found, decoded
}

// scanEnd adds the secrets that end within an escape: state is where the text before it
// leads.
func (r *Redactor) scanEnd(found []span, before, escape units, state int32, offset int) []span {
	if state == 0 {
		return found
	}
	for i := range escape {
		state = r.find.step(state, folded[escape[i].char])
		if n := r.find.nodes[state]; n.match > 0 {
			from := escape[0].from
			if first := len(before) + i + 1 - int(n.match); first < len(before) {
				from = before[first].from
			}
			found = append(found, span{offset + int(from), offset + int(escape[i].to)})
		}
	}
	return found
}

// scanBeginnings adds the secrets that begin within the escape at the beginning of text,
// whose length is given.
func (r *Redactor) scanBeginnings(found []span, text units, length, offset int) []span {
	for at := 1; at < length; at++ {
		same := r.find.depth(text[at:length])
		if reaches(text[at+same:], length-at-same) && r.goesOn(text[at:], same) {
			found = r.scanDecoded(found, text[at:min(at+overlap, len(text))], offset)
		}
	}
	return found
}

// reaches reports whether text begins with an escape that is longer than a number of
// bytes, as in `\\\x61`, where `\\` is one and `\x61` another; none is needed to reach 0.
func reaches(text units, bytes int) bool {
	if bytes == 0 {
		return true
	}
	_, length := escape(text)
	return length > bytes
}

// goesOn reports whether a text continues as a secret does behind its first bytes, once it
// is decoded far enough.
func (r *Redactor) goesOn(text units, first int) bool {
	text = text[:min(ahead, len(text))]
	for range maxDecodings {
		if r.find.depth(text) >= first+alike {
			return true
		}
		text = decode(text)
	}
	return false
}

// scanDecoded adds what is in text however often it is decoded.
func (r *Redactor) scanDecoded(found []span, text units, offset int) []span {
	for range maxDecodings {
		decoded := decode(text)
		if len(decoded) == len(text) {
			break
		}
		found = scan(r.find, found, decoded, offset)
		text = decoded
	}
	return found
}
