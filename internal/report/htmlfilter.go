package report

import (
	"cmp"
	"maps"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// filter is where a script lets the reader filter and sort. Without one it is not shown,
// as it would do nothing.
func (p *htmlPage) filter(all []section) {
	if len(all) == 0 {
		return
	}
	p.add("<p class=\"jump\"><a href=\"#files\">", p.filesTitle(), "</a> <a href=\"#reasons\">What the reasons mean</a></p>\n",
		"<div id=\"filter\" role=\"search\" aria-label=\"Filter the findings\" hidden>\n",
		"<p><label for=\"words\">Words</label><input id=\"words\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\"></p>\n",
		"<p><label for=\"reason\">Reason</label><select id=\"reason\">\n<option value=\"\">all</option>\n")
	for _, s := range all {
		for _, reason := range byCount(s.reasons) {
			name := htmlText(string(reason), maxSnippet)
			p.add(`<option value="`, name, `">`, name, " (", htmlText(number(s.reasons[reason]), 0), ")</option>\n")
		}
	}
	p.add("</select></p>\n",
		"<p><label for=\"file\">", p.fileLabel(), "</label><input id=\"file\" type=\"search\" list=\"names\" autocomplete=\"off\" spellcheck=\"false\"><datalist id=\"names\"></datalist></p>\n",
		"<p><label for=\"order\">Order</label><select id=\"order\">\n<option value=\"\">most pages</option>\n<option value=\"file\">file</option>\n<option value=\"target\">target</option>\n</select></p>\n",
		"<p><button type=\"button\">Show all</button></p>\n",
		"<output for=\"words reason file\"></output>\n</div>\n")
}

// filesTitle is the title of the index. The places of a live site are pages, where their
// sources are not known.
func (p *htmlPage) filesTitle() markup {
	if p.report.Mode == link.Live {
		return "Findings by page or file"
	}
	return "Findings by file"
}

func (p *htmlPage) fileLabel() markup {
	if p.report.Mode == link.Live {
		return "Page or file"
	}
	return "File or folder"
}

// The index has up to maxHTMLFiles files, and is folded when it has more than fewFiles.
const (
	fewFiles     = 10
	maxHTMLFiles = 1000
)

// fileIndex has the files that findings are to be fixed in, by name.
type fileIndex map[string]*fileEntry

// fileEntry counts the findings of one file.
type fileEntry struct {
	n int
	// first and last are the first and the last of them.
	first, last *link.Finding
}

// count records that a finding is listed with a file.
func (x fileIndex) count(f *link.Finding, file string) {
	e := x[file]
	if e == nil {
		e = &fileEntry{first: f}
		x[file] = e
	}
	if e.last != f {
		e.n++
		e.last = f
	}
}

// fileTable lists the files with most findings.
func (p *htmlPage) fileTable() {
	if len(p.report.Findings) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(p.files), func(a, b string) int {
		return cmp.Or(cmp.Compare(p.files[b].n, p.files[a].n), cmp.Compare(a, b))
	})
	p.add("<section aria-labelledby=\"files\">\n<h2 id=\"files\">", p.filesTitle(), "</h2>\n")
	if len(names) > fewFiles {
		p.add("<details><summary>", htmlText(count(len(names), "file"), 0), "</summary>\n")
	}
	p.add("<table id=\"index\">\n<thead>\n",
		"<tr><th scope=\"col\" class=\"number\">Findings</th><th scope=\"col\">File</th></tr>\n</thead>\n<tbody>\n")
	for _, name := range names[:min(len(names), maxHTMLFiles)] {
		e := p.files[name]
		p.add(`<tr><td class="number">`, htmlText(number(e.n), 0), `</td><td><a href="#f-`, htmlText(e.first.ID, maxSnippet), `">`, htmlText(at(name, 0, 0), 0), "</a></td></tr>\n")
	}
	p.add("</tbody>\n</table>\n")
	if rest := len(names) - maxHTMLFiles; rest > 0 {
		p.add(`<p class="quiet">… and `, htmlText(count(rest, "more file"), 0), ".</p>\n")
	}
	if len(names) > fewFiles {
		p.add("</details>\n")
	}
	p.add("</section>\n")
}
