package markdown

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
	"github.com/linkvet/linkvet/internal/source/markup/template"
)

// brace skips code and comments of generators. It reads the links in the arguments of
// shortcodes and expressions.
func (m *inline) brace(i int) int {
	rest := m.text[i:]
	for _, c := range [...]struct{ open, close string }{
		{"{/*", "*/}"},
		{"{{/*", "*/}}"},
		{"{{</*", "*/>}}"},
		{"{{%/*", "*/%}}"},
		{"{#-", "-#}"},
		{"{# ", "#}"},
		{"{{< comment >}}", "{{< /comment >}}"},
		{"{{% comment %}}", "{{% /comment %}}"},
		{"{% highlight ", "{% endhighlight %}"},
		{"{{< highlight ", "{{< /highlight >}}"},
		{"{{<highlight ", "{{</highlight>}}"},
	} {
		if bytes.HasPrefix(rest, []byte(c.open)) {
			if end := m.closers.After(m.text, i, c.close); end > 0 {
				return end
			}
		}
	}
	if end := template.CommentEnd(m.text, i, m.closers); end > 0 {
		return end
	}
	if bytes.HasPrefix(rest, []byte("{{")) || bytes.HasPrefix(rest, []byte("{%")) {
		if _, end, ok := template.Expression(window(m.text, i), 0); ok {
			m.shortcode(i, i+end)
			return i + end
		}
	}
	return i + 1
}

// window returns the text from i on, as far as an expression may reach.
func window(text []byte, i int) string {
	return string(text[i:min(len(text), i+template.MaxExpression)])
}

// shortcode reads the arguments of a shortcode without an end tag. Any of them may be a
// destination.
func (m *inline) shortcode(start, end int) {
	text, loose := "", true
	from := len(m.doc.Links)
	for i := start; i < end; i++ {
		c := m.text[i]
		if c != '"' && c != '\'' && c != '`' {
			continue
		}
		j := bytes.IndexByte(m.text[i+1:end], c)
		if j < 0 {
			break
		}
		value := string(m.doc.Source[i+1 : i+1+j])
		if key := keyBefore(m.text[start:i]); destination.IsTextKey(key) {
			text, loose = plaintext.Read(value)
		} else if destination.LooksLike(value) || destination.IsKey(key) {
			m.doc.Add(document.Link{Offset: i + 1, End: i + 1 + j, Loose: true})
		}
		i += j + 1
	}
	for k := from; k < len(m.doc.Links); k++ {
		m.doc.Links[k].Text, m.doc.Links[k].Loose = text, loose
	}
}

// keyBefore is the name before "=" or ":" at the end of s.
func keyBefore(s []byte) string {
	s = bytes.TrimRight(s, " ")
	if len(s) == 0 || s[len(s)-1] != '=' && s[len(s)-1] != ':' {
		return ""
	}
	s = bytes.TrimRight(s[:len(s)-1], " ")
	i := len(s)
	for i > 0 && (lexical.IsWord(s[i-1]) || s[i-1] == '-') {
		i--
	}
	return strings.ToLower(string(s[i:]))
}
