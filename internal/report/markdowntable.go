package report

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// section writes the table of one verdict; all but broken links are folded.
func (m *markdown) section(s section) {
	title := titleOf(&s)
	head, tail := "\n### "+title+"\n", ""
	if s.verdict != link.Broken {
		head, tail = "\n<details><summary>"+title+"</summary>\n", "\n</details>\n"
	}
	m.listing(head, tail, s)
}

// titleOf is the title of the table of a section.
func titleOf(s *section) string {
	if s.lost {
		return lostTitle(s.findings)
	}
	return capital(string(s.verdict)) + ": " + byReason(s.reasons)
}

// capital returns a word of linkvet with a capital letter.
func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// listing writes the table of findings between head and tail, as far as there is room. It
// records how many it leaves out.
func (m *markdown) listing(head, tail string, s section) {
	head += tableHead
	rest := func(n int) string { return "\n… " + leftOut(m.report, n, codeOf) + m.seeAlso + ".\n" }
	end := len(tail) + len(rest(len(s.findings)))
	if !m.fits(len(head) + end) {
		m.omitted[s.verdict] += len(s.findings)
		return
	}
	m.out.WriteString(head)
	t := &table{markdown: m, end: end, left: maxRows}
	left, hidden := len(s.findings), 0
	for i := range s.groups {
		g := &s.groups[i]
		listed, ok := t.group(g)
		if !ok {
			left -= listed
			break
		}
		left -= len(g.Findings)
		hidden += len(g.Findings) - listed
	}
	m.omitted[s.verdict] += left + hidden
	if t.isFolded {
		m.out.WriteString(foldEnd)
	}
	switch {
	case left > 0:
		m.out.WriteString(rest(left))
	case hidden > 0:
		m.out.WriteString("\n… " + whereAll(m.report, codeOf) + m.seeAlso + ".\n")
	}
	m.out.WriteString(tail)
}

// table is the table of one verdict in the making. end is how many bytes its end takes,
// and left how many rows it may still have.
type table struct {
	*markdown
	end, left int
	isFolded  bool
}

const (
	tableHead = "\n| Target | Why | Where |\n| --- | --- | --- |\n"
	foldHead  = "\n<details><summary>More</summary>\n" + tableHead
	foldEnd   = "\n</details>\n"
)

// fold folds the rest of the table when it has enough rows that are not.
func (t *table) fold() {
	const more = len(foldHead) + len(foldEnd)
	if t.openRows == 0 || t.isFolded || maxRows-t.left < t.openRows || !t.fits(more+t.openRows*rowBytes+t.end) {
		return
	}
	t.out.WriteString(foldHead)
	t.end += len(foldEnd)
	t.isFolded = true
}

// add writes a row, if there is room for it.
func (t *table) add(row string) bool {
	if t.left == 0 || !t.fits(len(row)+t.end) {
		return false
	}
	t.left--
	t.out.WriteString(row)
	return true
}

// group writes the findings of a group, below a row that says their cause. It returns how
// many of them are listed, and whether there was room.
func (t *table) group(g *Group) (listed int, ok bool) {
	t.fold()
	if len(g.Findings) > 1 && !t.add(t.titleRow(g)) {
		return 0, false
	}
	shown := g.listed()
	if t.most > 0 {
		shown = min(shown, t.most)
	}
	for _, f := range g.Findings[:shown] {
		row := t.row(f)
		if len(g.Findings) > 1 {
			row = member + strings.TrimPrefix(row, cell)
		}
		if !t.add(row) {
			return listed, false
		}
		listed++
	}
	if rest := len(g.Findings) - shown; rest > 0 {
		return listed, t.add(member + "… " + likeThese(rest) + " | | |\n")
	}
	return listed, true
}

// cell begins a row, and member one that belongs to the group above it.
const (
	cell   = "| "
	member = cell + "↳ "
)

// titleRow says the cause of a group.
func (t *table) titleRow(g *Group) string {
	before, name, after := g.Title()
	return cell + "**" + t.mark(g.Findings[0]) + strings.TrimSpace(before) + "** " + code(name, maxTarget) + after + " | | |\n"
}

// codeOf shows a name as code.
func codeOf(s string) string { return code(s, maxPath) }

// places names the first places at which a finding is to be fixed, and those that may be
// the source of it.
func (m *markdown) places(f *link.Finding) string {
	all := spots(f)
	shown := min(len(all), maxPlaces)
	parts := make([]string, 0, shown+2)
	for i := range all[:shown] {
		parts = append(parts, m.place(&all[i]))
	}
	if rest := len(all) - shown; rest > 0 {
		parts = append(parts, morePlaces(f, rest))
	}
	if candidates := candidatesOf(f); len(candidates) > 0 {
		names := make([]string, 0, maxPlaces+1)
		for _, c := range candidates[:min(len(candidates), maxPlaces)] {
			names = append(names, m.linked(c.File, c.Line))
		}
		if rest := len(candidates) - len(names); rest > 0 {
			names = append(names, number(rest)+" more")
		}
		parts = append(parts, sourceLabel(len(candidates))+strings.Join(names, ", "))
	}
	return strings.Join(parts, "<br>")
}

// place names one place.
func (m *markdown) place(s *spot) string {
	text := m.linked(s.file, s.line)
	if s.pages > 1 {
		text += ", on " + number(s.pages) + " pages"
	}
	if s.known {
		text += ", known"
	}
	return text
}

// The most files of the index in a Markdown report: of all, and of those that are not
// folded.
const (
	maxMarkdownFiles = 100
	maxOpenFiles     = 10
)

// fileIndex is a table of the files with the new findings of a report that has many. It is
// empty when there are few, or when it has no room.
func (m *markdown) fileIndex() string {
	files, others := fileIndexOf(m.report)
	if len(files) == 0 {
		return ""
	}
	const head = "\n| File | To fix |\n| --- | --- |\n"
	var b strings.Builder
	b.WriteString("\n### Files to fix: " + number(len(files)) + "\n" + head)
	shown := files[:min(len(files), maxMarkdownFiles)]
	for i := range shown {
		if i == maxOpenFiles {
			b.WriteString("\n<details><summary>More files</summary>\n" + head)
		}
		b.WriteString("| " + m.linked(shown[i].file, 0) + " | " + shown[i].words() + " |\n")
	}
	if rest := len(files) - len(shown); rest > 0 {
		b.WriteString("\n… and " + count(rest, "more file") + ".\n")
	}
	if len(shown) > maxOpenFiles {
		b.WriteString("\n</details>\n")
	}
	if others > 0 {
		b.WriteString("\n" + count(others, "target") + " on many pages, without a known source.\n")
	}
	if b.Len() > m.limit/4 {
		return ""
	}
	return b.String()
}
