package source

import (
	"bytes"
	"strings"
)

// readOrg reads Org as its manual describes it: links in double brackets and bare
// URLs, outside of source blocks.
func readOrg(h *sheet) {
	live := bytes.Clone(h.src)
	coverOrg(h, live)
	in := &mdInline{sheet: h, live: live, ahead: absences{}}
	closer := 0 // where the next closing bracket stands, if it is not passed
	for i := h.from; i < len(live) && !h.ended(); {
		switch {
		case live[i] == '[' && bytes.HasPrefix(live[i:], []byte("[[")):
			i, closer = orgLink(h, live, i, closer)
		case live[i] == '@' && bytes.HasPrefix(live[i:], []byte("@@html:")):
			end := in.ahead.behind(live, i+len("@@html:"), "@@")
			if end > 0 {
				readMarkup(h, i, end)
			}
			i = max(end, i+1)
		case live[i] == 'h' || live[i] == 'w':
			i = in.bare(i)
		default:
			i++
		}
	}
}

// orgReader covers what holds no links, line by line.
type orgReader struct {
	*sheet
	live []byte
	// block is the name of the open block, and body where its contents begin when
	// these are HTML.
	block string
	body  int
	// silent is the level of the heading whose section is not exported; 0 for none.
	silent int
}

// coverOrg covers blocks that hold no links, comments and what is not exported, and
// reads headings, HTML and the keywords that say where the page will be.
func coverOrg(h *sheet, live []byte) {
	o := orgReader{sheet: h, live: live}
	for at := h.from; at < len(live); {
		end := len(live)
		if i := bytes.IndexByte(live[at:], '\n'); i >= 0 {
			end = at + i
		}
		if o.line(at, end) {
			blotRange(live, at, end)
		}
		at = end + 1
	}
}

// line reads one line, and tells whether it holds no links of Org.
func (o *orgReader) line(at, end int) (covered bool) {
	line := strings.TrimSpace(string(o.live[at:end]))
	lower := strings.ToLower(line[:min(len(line), 64)])
	switch {
	case o.block != "":
		if strings.HasPrefix(lower, "#+end_"+o.block) {
			if o.body > 0 {
				readMarkup(o.sheet, o.body, at)
			}
			o.block, o.body = "", 0
		}
		return true
	case o.live[at] == '*' && strings.HasPrefix(strings.TrimLeft(line, "*"), " "):
		return o.headline(at, line)
	case o.silent > 0:
		return true
	case strings.HasPrefix(lower, "#+html:"):
		readMarkup(o.sheet, at, end)
		return true
	case strings.HasPrefix(lower, "#+begin_"):
		return o.begin(lower, end)
	case strings.HasPrefix(lower, "#+"):
		key, value, _ := strings.Cut(line[2:], ":")
		o.readFrontKeys([]byte(key + ": " + value))
	}
	return line == "#" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, ": ")
}

// begin opens a block whose first line ends at end, and tells whether its contents
// are no Org.
func (o *orgReader) begin(lower string, end int) bool {
	words := strings.Fields(lower[len("#+begin_"):])
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "export":
		if len(words) > 1 && words[1] == "html" {
			o.body = end
		}
	case "src", "example", "comment":
	default:
		return false
	}
	o.block = words[0]
	return true
}

// headline reads a heading, below which nothing may be exported.
func (o *orgReader) headline(at int, line string) bool {
	text := strings.TrimLeft(line, "*")
	if level := len(line) - len(text); o.silent == 0 || level <= o.silent {
		o.silent = 0
		if strings.HasPrefix(text, " COMMENT ") || strings.HasSuffix(text, ":noexport:") {
			o.silent = level
		}
	}
	if o.silent == 0 {
		o.addHeading(at, []byte(text))
	}
	return o.silent > 0
}

// blotRange covers a range.
func blotRange(live []byte, from, to int) {
	for i := from; i < to; i++ {
		live[i] = dead
	}
}

// orgLink reads [[destination][text]] at i, and returns the offset behind it and that of
// the first closing bracket, which may be known from the link before. What names a
// picture without a text is shown as one.
func orgLink(h *sheet, live []byte, i, closer int) (after, end int) {
	limit := min(len(live), i+maxText)
	if end = closer; end < i+2 {
		end = len(live)
		if j := bytes.IndexByte(live[i+2:], ']'); j >= 0 {
			end = i + 2 + j
		}
	}
	if end == i+2 || end >= limit {
		return i + 2, end
	}
	r := record{offset: i + 2, end: end, order: i + 1, loose: true}
	behind := end + 1
	if behind < limit && live[behind] == '[' {
		if k := bytes.Index(live[behind:limit], []byte("]]")); k > 0 {
			r.text, r.loose = readText(string(h.src[behind+1 : behind+k]))
			r.role = linkRole
			behind += k + 2
		}
	}
	h.add(r)
	return behind, end
}
