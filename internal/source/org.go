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
	for i := h.from; i < len(live); {
		switch {
		case live[i] == '[' && bytes.HasPrefix(live[i:], []byte("[[")):
			i = orgLink(h, live, i)
		case live[i] == 'h' || live[i] == 'w':
			i = in.bare(i)
		default:
			i++
		}
	}
}

// coverOrg covers blocks that hold no links and comments, and reads headings and
// the keywords that say where the page will be.
func coverOrg(h *sheet, live []byte) {
	block := ""
	for at := h.from; at < len(live); {
		end := len(live)
		if i := bytes.IndexByte(live[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := strings.TrimSpace(string(live[at:end]))
		lower := strings.ToLower(line[:min(len(line), 64)])
		switch {
		case block != "":
			if strings.HasPrefix(lower, "#+end_"+block) {
				block = ""
			}
			blotRange(live, at, end)
		case strings.HasPrefix(lower, "#+begin_src"), strings.HasPrefix(lower, "#+begin_example"), strings.HasPrefix(lower, "#+begin_comment"):
			block = strings.Fields(lower)[0][len("#+begin_"):]
			blotRange(live, at, end)
		case strings.HasPrefix(lower, "#+"):
			key, value, _ := strings.Cut(line[2:], ":")
			h.readFrontKeys([]byte(key + ": " + value))
		case line == "#", strings.HasPrefix(line, "# "), strings.HasPrefix(line, ": "):
			blotRange(live, at, end)
		case strings.HasPrefix(string(live[at:end]), "*"):
			if text := strings.TrimLeft(line, "*"); strings.HasPrefix(text, " ") {
				h.addHeading(at, []byte(text))
			}
		}
		at = end + 1
	}
}

// blotRange covers a range.
func blotRange(live []byte, from, to int) {
	for i := from; i < to; i++ {
		live[i] = dead
	}
}

// orgLink reads [[destination][text]] at i. What names a picture without a text
// is shown as one.
func orgLink(h *sheet, live []byte, i int) int {
	limit := min(len(live), i+maxText)
	j := bytes.IndexByte(live[i+2:limit], ']')
	if j <= 0 {
		return i + 2
	}
	end := i + 2 + j
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
	return behind
}
