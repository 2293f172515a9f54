package baseline

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// Schema names the format of the report baseline. It changes when the meaning of a line
// does.
const Schema = "linkvet.baseline/1"

// Header is the first line of a baseline. It is the same in all files, so that branches
// which create one can be merged.
const Header = "# " + Schema + ": known findings, one place per line: REASON TARGET PAGE"

// Place is a page with links to the target of a finding. How many these are, and their
// lines, make no difference.
type Place struct {
	// ID is that of the finding. It may be empty: then reason and target say it.
	ID string
	// Reason and Target are those of the finding. A fragment is part of the target only
	// where the finding is about it.
	Reason link.Reason
	Target string
	// Page is the path of the page as served, base path stripped.
	Page string
}

// PageOf returns the page of an occurrence, as places name it.
func PageOf(o *link.Occurrence) string { return cmp.Or(o.Page, o.File) }

// Line returns the line of a place, without an end.
func (p Place) Line() string {
	return string(AppendPage(AppendFinding(nil, p.ID, p.Reason, p.Target), p.Page))
}

// AppendFinding appends what the lines of a finding have in common, up to the page. The ID
// is written only where reason and target do not tell it: the target is cut, or a secret
// was taken out of it.
func AppendFinding(dst []byte, id string, reason link.Reason, target string) []byte {
	dst = append(appendField(dst, string(reason)), ' ')
	target = link.Cut(target)
	dst = appendField(dst, target)
	if isID(id) && id != link.FindingID(target, reason) {
		dst = append(append(dst, idMark...), id...)
	}
	return append(dst, ' ')
}

// AppendPage appends the page of a place, with which its line ends.
func AppendPage(dst []byte, page string) []byte { return appendField(dst, link.Cut(page)) }

// The escapes of a field, besides \\ and \xNN: an empty field, and the mark before the ID
// of a finding.
const (
	noText = `\-`
	idMark = `\#`
)

// appendField appends a text without white space, control characters, characters that act
// on a screen, and what a runner takes for a command.
func appendField(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, noText...)
	}
	for i, r := range s {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case r == '\\':
			dst = append(dst, `\\`...)
		case r == ' ', !unicode.IsPrint(r), r == utf8.RuneError && n == 1, strings.HasPrefix(s[i:], "##["), i == 0 && r == '#':
			for _, b := range []byte(s[i : i+n]) {
				dst = append(dst, '\\', 'x')
				dst = hex.AppendEncode(dst, []byte{b})
			}
		default:
			dst = append(dst, s[i:i+n]...)
		}
	}
	return dst
}

// errForm is the error of a line that is no place.
var errForm = errors.New("it must be REASON TARGET PAGE")

// parseLine returns the place that a line names.
func parseLine(line string) (Place, error) {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return Place{}, errForm
	}
	var p Place
	fields[1], p.ID = cutID(fields[1])
	var texts [3]string
	for i, field := range fields {
		text, err := parseField(field)
		if err != nil {
			return Place{}, err
		}
		texts[i] = text
	}
	p.Reason, p.Target, p.Page = link.Reason(texts[0]), texts[1], texts[2]
	return p, nil
}

// cutID separates a target from the ID that AppendFinding may have written behind it.
func cutID(field string) (target, id string) {
	at := len(field) - len(idMark) - idBytes
	if at < 0 || !strings.HasPrefix(field[at:], idMark) || !isID(field[at+len(idMark):]) {
		return field, ""
	}
	target = field[:at]
	if escapes := len(target) - len(strings.TrimRight(target, `\`)); escapes%2 != 0 {
		return field, "" // the mark is the end of an escaped backslash
	}
	return target, field[at+len(idMark):]
}

// parseField reads what appendField wrote.
func parseField(s string) (string, error) {
	if s == noText {
		return "", nil
	}
	if !strings.Contains(s, `\`) {
		return s, nil
	}
	var b strings.Builder
	for s != "" {
		before, rest, found := strings.Cut(s, `\`)
		b.WriteString(before)
		switch {
		case !found:
			return b.String(), nil
		case strings.HasPrefix(rest, `\`):
			b.WriteByte('\\')
			s = rest[1:]
		case len(rest) > 2 && rest[0] == 'x':
			code, err := hex.DecodeString(rest[1:3])
			if err != nil {
				return "", fmt.Errorf("it has an unknown escape %.8q", `\`+rest)
			}
			b.Write(code)
			s = rest[3:]
		default:
			return "", fmt.Errorf("it has an unknown escape %.8q", `\`+rest)
		}
	}
	return b.String(), nil
}

// idBytes is the length of the ID of a finding. No run has an ID of another length.
const idBytes = 16

// isID reports whether s may be the ID of a finding.
func isID(s string) bool {
	return len(s) == idBytes && strings.Trim(s, "0123456789abcdef") == ""
}
