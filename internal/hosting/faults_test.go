package hosting

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFaults holds profiles to what they say of their files, each fault with a
// part of its message, and of the destinations of their rules.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, profile string
		beside        tree
		faults, rules []string
	}{
		{"vercel without fault", "vercel", tree{"vercel.json": "{\n \"rewrites\": [{\"source\": \"/b\", \"destination\": \"/index.html\"}, {\"source\": \"/c\", \"destination\": \"/missing\"}],\n \"redirects\": [{\"source\": \"/ä\", \"destination\": \"/:not-a-name\"},\n {\"source\": \"/:x\", \"destination\": \"/y/:x\"}, {\"source\": \"/(.*)\", \"destination\": \"/y/$1\"}]}"}, []string{
			"vercel.json:3 uses \":not\", which the source does not have",
		}, []string{"vercel.json:2:48 /index.html", "vercel.json:2:96 /missing literal", "vercel.json:4:36 /y/:x", "vercel.json:4:81 /y/$1"}},
		{"vercel redirects", "vercel", tree{"vercel.json": "{\"redirects\": [\n{\"source\": \"/a\"},\n{\"source\": \"a\", \"destination\": \"/b\"},\n{\"source\": \"/a\", \"destination\": \"/b\", \"permanent\": true,\n\"statusCode\": 301},\n{\"source\": \"/a\", \"destination\": \"/b\", \"statusCode\": 200},\n{\"source\": \"/(a\", \"destination\": \"/b\"},\n{\"source\": \"/a**\", \"destination\": \"/b\"}, 7]}"}, []string{
			"vercel.json:2 a redirect needs a source and a destination",
			"vercel.json:3 does not begin with a slash",
			"vercel.json:5 both permanent and statusCode",
			"vercel.json:6 not a number from 300 to 399",
			"vercel.json:7 cannot read the source \"/(a\"",
			"vercel.json:8 cannot read the source \"/a**\"",
			"vercel.json:8 a redirect needs a source and a destination",
		}, []string{"vercel.json:7:35 /b literal", "vercel.json:8:36 /b literal"}},
		{"vercel unread", "vercel", tree{"middleware.ts": "", "vercel.json": "{\"builds\": [],\n\"bulkRedirectsPath\": \"x\",\n\"rewrites\": [{\"source\": \"/a\", \"destination\": {\"service\": \"b\"}}],\n\"routes\": [{\"dest\": \"/x\"},\n{\"src\": \"/(?<=a)b\", \"dest\": \"https://example.com/\"}, {\"handle\": \"miss\"}, {\"src\": \"/.*\"}]}"}, []string{
			"middleware.ts:0 does not read this file",
			"vercel.json:1 does not read \"builds\"",
			"vercel.json:2 does not read \"bulkRedirectsPath\"",
			"vercel.json:3 does not know what answers",
			"vercel.json:4 a route needs src",
			"vercel.json:5 cannot read the pattern",
			"vercel.json:5 routes behind \"handle: miss\"",
		}, []string{"vercel.json:5:30 https://example.com/ literal"}},
		{"vercel broken", "vercel", tree{"vercel.json": "{\n,}"}, []string{"vercel.json:2 not valid JSON"}, nil},
		{"vercel no object", "vercel", tree{"vercel.json": "[]"}, []string{"vercel.json:1 not an object"}, nil},

		{"firebase without hosting", "firebase", tree{"firebase.json": "{}"}, []string{"firebase.json:0 has no \"hosting\""}, nil},
		{"firebase other sites", "firebase", tree{"firebase.json": "{\"hosting\":\n[{\"public\": \"a\"}, {\"public\": \"b\"}]}"}, []string{"firebase.json:2 no site"}, nil},
		{"firebase rules", "firebase", tree{"firebase.json": "{\"hosting\": {\"ignore\": \"!(a)/!(b)\", \"i18n\": {\"root\": \"/x\"}, \"source\": \".\",\n\"redirects\": [{\"source\": \"/a\"},\n{\"destination\": \"/b\"},\n{\"source\": \"/a\", \"regex\": \"/a\", \"destination\": \"/b\"},\n{\"regex\": \"/(?!a)\", \"destination\": \"/b\"},\n{\"regex\": \"/(\", \"destination\": \"/b\"},\n{\"source\": \"/a\", \"destination\": \"/b\", \"type\": 200},\n{\"source\": \"/x!(a)\", \"destination\": \"/b\"},\n{\"source\": \"/:a\", \"destination\": \"/:b\"}],\n\"rewrites\": [{\"source\": \"/a\"}, {\"source\": \"/a\", \"destination\": \"/index.html\"}, {\"source\": \"/a\", \"destination\": \"/no\"}]}}"}, []string{
			"firebase.json:1 cannot read the pattern \"!(a)/!(b)\"",
			"firebase.json:1 i18n",
			"firebase.json:1 framework",
			"firebase.json:2 needs a destination",
			"firebase.json:3 needs a source or a regex",
			"firebase.json:4 both a source and a regex",
			"firebase.json:5 no lookaround",
			"firebase.json:6 missing closing )",
			"firebase.json:7 not a number from 300 to 399",
			"firebase.json:8 cannot read the source",
			"firebase.json:9 uses \":b\"",
			"firebase.json:10 a rewrite needs a destination",
		}, []string{"firebase.json:8:38 /b literal", "firebase.json:10:65 /index.html", "firebase.json:10:113 /no literal"}},

		{"azure rules", "azure", tree{"staticwebapp.config.json": "{\"trailingSlash\": \"sometimes\", \"routes\": [\n{},\n{\"route\": \"/a*b\", \"redirect\": \"/b\"},\n{\"route\": \"/a*b*\", \"redirect\": \"/b\"},\n{\"route\": \"/a*.{png,jpg\", \"redirect\": \"/b\"},\n{\"route\": \"/a\", \"redirect\": \"/b\", \"rewrite\": \"/b\"},\n{\"route\": \"/a\", \"redirect\": \"/b\", \"statusCode\": 200},\n{\"route\": \"/a\", \"rewrite\": \"/index.html\"}],\n\"navigationFallback\": {\"exclude\": [\"/a*b\"], \"rewrite\": \"index.html\"}}"}, []string{
			"staticwebapp.config.json:1 trailingSlash",
			"staticwebapp.config.json:2 a route needs",
			"staticwebapp.config.json:3 at the end only",
			"staticwebapp.config.json:4 more than one wildcard",
			"staticwebapp.config.json:5 at the end only",
			"staticwebapp.config.json:6 both a redirect and a rewrite",
			"staticwebapp.config.json:7 the status 200",
			"staticwebapp.config.json:9 \"/a*b\" excludes nothing",
		}, []string{"staticwebapp.config.json:7:30 /b literal", "staticwebapp.config.json:8:29 /index.html", "staticwebapp.config.json:9:57 index.html"}},
		{"azure without fallback", "azure", tree{"staticwebapp.config.json": "{\"navigationFallback\": {}}"}, []string{"staticwebapp.config.json:1 navigationFallback needs"}, nil},
		{"azure large", "azure", tree{"staticwebapp.config.json": "{}" + strings.Repeat(" ", maxAzureFile)}, []string{"staticwebapp.config.json:0 20 KB"}, nil},
		{"azure broken", "azure", tree{"staticwebapp.config.json": "{} // no"}, []string{"staticwebapp.config.json:1 not valid JSON"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := Choose(test.profile, tree{"index.html": ""}.deployment(test.beside)).Profile
			holdFaults(t, p.Faults(), test.faults)
			var rules []string
			for _, rule := range p.Rules() {
				text := fmt.Sprintf("%s:%d:%d %s", rule.Source, rule.Line, rule.Column, rule.To)
				if rule.Literal {
					text += " literal"
				}
				rules = append(rules, text)
			}
			if diff := cmp.Diff(test.rules, rules); diff != "" {
				t.Errorf("rules (-want +got):\n%s", diff)
			}
		})
	}
}

// holdFaults compares faults with "SOURCE:LINE part of the message".
func holdFaults(t *testing.T, faults []Fault, want []string) {
	t.Helper()
	if len(faults) != len(want) {
		t.Errorf("%d faults, want %d: %+v", len(faults), len(want), faults)
		return
	}
	for i, fault := range faults {
		place, part, _ := strings.Cut(want[i], " ")
		if got := fmt.Sprintf("%s:%d", fault.Source, fault.Line); got != place || !strings.Contains(fault.Message, part) {
			t.Errorf("fault %s %q, want %q", got, fault.Message, want[i])
		}
	}
}
