package redirectrules

import (
	"regexp"
	"strings"
)

// quotes are escaped in the quoted words of nginx.
var quotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quoteWord quotes a word of nginx.
func quoteWord(text string) string { return `"` + quotes.Replace(text) + `"` }

// maxNginxWord is how many bytes a word may have, with its escapes, before nginx refuses all of its
// settings.
const maxNginxWord = 4000

// nginxLocation writes a location, whose path nginx compares decoded.
// https://nginx.org/en/docs/http/ngx_http_core_module.html#location
func nginxLocation(p *plan, r *rule) (e entry, reason string) {
	from := p.base + r.from
	if 2*len(from) > maxNginxWord || 2*len(nginxTarget(p, r)) > maxNginxWord {
		return e, "nginx reads words of at most 4 kB"
	}
	if r.folder {
		// rewrite encodes what it captures, and return would not.
		text := "location ^~ " + quoteWord(from) + " { rewrite " +
			quoteWord("^"+regexp.QuoteMeta(from)+"(.*)$") + " " + quoteWord(r.to.url(p.base, "$")+"$1") + " permanent; }\n"
		if p.hasOwnPage(r) && p.takesSlash(r.from) {
			text += "location = " + quoteWord(otherSlash(from)[0]) + " { return 301 " + quoteWord(nginxTarget(p, r)) + "; }\n"
		}
		return entry{text: text}, ""
	}
	answer := "{ return 410; }\n"
	if !r.gone {
		answer = "{ return 301 " + quoteWord(nginxTarget(p, r)) + "; }\n"
	}
	text := "location = " + quoteWord(from) + " " + answer
	if p.takesSlash(r.from) {
		text += "location = " + quoteWord(otherSlash(from)[0]) + " " + answer
	}
	return entry{text: text}, ""
}

// nginxTarget writes where a location leads, with the query of the request.
func nginxTarget(p *plan, r *rule) string {
	query := encodeMarks(r.to.query, "$")
	if query == "" {
		query = "$is_args$args"
	}
	return r.to.place(p.base, "$") + query + encodeMarks(r.to.fragment, "$")
}

// nginxFile says where the file belongs.
func nginxFile(p *plan, entries []entry) []File {
	files := lines(p, entries)
	files[0].Text = "# Include this file in the server block of the site.\n" + files[0].Text
	return files
}
