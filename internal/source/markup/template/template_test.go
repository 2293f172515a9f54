package template_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/template"
)

func TestExpression(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text  string
		inner, rest string
		ok          bool
	}{
		{name: "a Go template", text: "{{ .X }}/a", inner: " .X ", rest: "/a", ok: true},
		{name: "unescaped", text: "{{{x}}}/a", inner: "{x", rest: "/a", ok: true},
		{name: "a tag of Liquid", text: "{% link a.md %}b", inner: " link a.md ", rest: "b", ok: true},
		{name: "ERB", text: "<%= x %>/a", inner: "= x ", rest: "/a", ok: true},
		{name: "a template string", text: "${base}/a", inner: "base", rest: "/a", ok: true},
		{name: "Ruby", text: "#{base}/a", inner: "base", rest: "/a", ok: true},
		{name: "braces", text: "{base}/a", inner: "base", rest: "/a", ok: true},
		{name: "no expression", text: "a{b}"},
		{name: "no end", text: "{{ x }"},
		{name: "an end that is too far", text: "{{" + strings.Repeat("x", template.MaxExpression) + "}}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			inner, end, ok := template.Expression(tt.text, 0)
			if inner != tt.inner || ok != tt.ok || ok && tt.text[end:] != tt.rest {
				t.Errorf("Expression(%q) = %q, %d, %v", tt.text, inner, end, ok)
			}
		})
	}
}

func TestCommentEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, rest string
		none             bool
	}{
		{name: "a comment", text: "{% comment %}a{% endcomment %}b", rest: "b"},
		{name: "a trimmed one", text: "{%- comment -%}a{%- endcomment -%}b", rest: "b"},
		{name: "one with a note", text: "{% comment todo %}a{% endcomment %}b", rest: "b"},
		{name: "another tag", text: "{% if x %}a{% endif %}", none: true},
		{name: "a longer word", text: "{% comments %}{% endcomment %}", none: true},
		{name: "no end", text: "{% comment %}a", none: true},
		{name: "an end without an end", text: "{% comment %}a{% endcomment", none: true},
		{name: "no tag", text: "comment", none: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			end := template.CommentEnd([]byte(tt.text), 0, lexical.Closers{})
			if tt.none != (end == 0) || end > 0 && tt.text[end:] != tt.rest {
				t.Errorf("CommentEnd(%q) = %d", tt.text, end)
			}
		})
	}
}
