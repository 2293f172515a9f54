package redirectrules

import (
	"slices"
	"strings"
)

// syntaxes has each format by its number.
var syntaxes = [...]syntax{
	Netlify: {
		name: "netlify", file: "_redirects", also: otherSlash, folders: true,
		rule: netlifyLine, join: lines,
	},
	Cloudflare: {
		name: "cloudflare-pages", file: "_redirects", folders: true,
		rule: cloudflareLine, join: lines, maxExact: 2000, maxFolders: 100,
	},
	Vercel: {
		name: "vercel", file: "vercel.json", folders: true,
		rule: vercelRedirect, join: jsonFile("{\n  \"redirects\": [", "    ", "  ]\n}"),
		maxSize: 2048, size: func(e entry) int { return len(e.objects) }, unit: "redirects",
	},
	Nginx: {name: "nginx", file: "redirects.conf", folders: true, rule: nginxLocation, join: nginxFile},
}

// String returns the name of a format, such as "netlify". The format of a host has the name
// that the setting hosting has for the host.
func (f Format) String() string { return syntaxes[f].name }

// Formats returns the names of all formats.
func Formats() (names []string) {
	for i := range syntaxes {
		names = append(names, syntaxes[i].name)
	}
	return names
}

// Named returns the format of that name. It is not ok when there is none.
func Named(name string) (format Format, ok bool) {
	i := slices.Index(Formats(), name)
	return Format(max(i, 0)), i >= 0
}

// ForHosting returns the format for a value of the setting hosting: the file of Netlify for a
// host without a format of its own.
func ForHosting(profile string) Format {
	format, _ := Named(profile)
	return format
}

// Write returns the rules for moves. Of two moves for the same path, the first one counts. Where
// a format has a limit, the first moves have rules.
func Write(format Format, site Site, moves []Move) Output {
	p := &plan{syntax: &syntaxes[format], site: site, at: map[string]int{}}
	if base := strings.Trim(site.Base, "/"); base != "" {
		p.base = "/" + base
	}
	p.read(moves)
	p.resolve()
	entries, rules := p.entries(p.bounded(p.rules()))
	out := Output{Rules: len(rules)}
	if len(entries) > 0 {
		out.Files = p.syntax.join(p, entries)
	}
	for i := range p.items {
		switch it := &p.items[i]; {
		case it.reason != "":
			out.Unwritten = append(out.Unwritten, Unwritten{moves[i], it.reason})
		case !it.unknown:
			out.Written++
		}
	}
	return out
}
