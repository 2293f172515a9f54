package hosting

import (
	"strings"
	"testing"
)

// TestShapes holds each host's settings to telling of whatever is of another type
// than it must be, or has a name that nobody reads.
func TestShapes(t *testing.T) {
	t.Parallel()
	const rules = `[
1, {"unheard": 1},
`
	for name, test := range map[string]struct {
		profile, file, text string
		want                []string
	}{
		"azure root":      {"azure", azureFile, `[]`, []string{"1 the file must be an object"}},
		"azure routes":    {"azure", azureFile, `{"routes": {"route": "/x"}}`, []string{`1 "routes" must be a list`}},
		"azure no routes": {"azure", azureFile, "{\n\"routes\":\nnull}", []string{`3 "routes" must be a list`}},
		"azure members": {"azure", azureFile, `{"routes": ` + rules + `{"route": "/x", "redirect": 1},
{"route": "/x", "rewrite": []},
{"route": "/x", "statusCode": "301"},
{"route": "/x", "methods": "GET"},
{"route": "/x", "allowedRoles": [1]},
{"Route": "/x"}]}`, []string{
			"2 a route needs", "2 a route needs", `2 does not know "unheard" here`, `3 "redirect" must be a string`, `4 "rewrite" must be a string`,
			`5 "statusCode" must be a number`, `6 "methods" must be a list`, `7 a value of "allowedRoles" must be a string`,
			"8 a route needs", `8 does not know "Route"; did you mean "route"`,
		}},
		"azure fallback": {"azure", azureFile, "{\"navigationFallback\": \"/x\",\n\"NavigationFallback\": {}}", []string{
			`1 "navigationFallback" must be an object`, `2 did you mean "navigationFallback"`,
		}},
		"azure exclude": {"azure", azureFile, `{"navigationFallback": {"rewrite": "/index.html", "exclude": "/x"}}`, []string{`1 "exclude" must be a list`}},
		"azure overrides": {"azure", azureFile, "{\"responseOverrides\": {\n\"404\": \"/x\",\n\"500\": {},\n\"401\": {\"redirect\": 1}}}", []string{
			`2 "404" must be an object`, `3 does not know "500" here`, `4 "redirect" must be a string`,
		}},
		"vercel lists": {"vercel", vercelFile, "{\"redirects\": {},\n\"rewrites\": \"/x\",\n\"routes\": 1,\n\"cleanUrls\": \"yes\",\n\"trailingSlash\": 0,\n\"cleanURLs\": true, \"buildCommand\": null}", []string{
			`1 "redirects" must be a list`, `2 "rewrites" must be a list`, `3 "routes" must be a list`,
			`4 "cleanUrls" must be true or false`, `5 "trailingSlash" must be true or false`, `6 did you mean "cleanUrls"`,
		}},
		"vercel members": {"vercel", vercelFile, `{"redirects": ` + rules + `{"source": "/x", "destination": "/y", "permanent": "no"},
{"source": "/x", "destination": "/y", "has": {}},
{"source": "/x", "destination": "/y", "missing": [{"type": 1}]},
{"source": 1, "destination": "/y"}]}`, []string{
			"2 a redirect needs", "2 a redirect needs", `2 does not know "unheard" here`, `3 "permanent" must be true or false`,
			`4 "has" must be a list`, `5 "type" must be a string`, "6 a redirect needs",
		}},
		"firebase lists": {"firebase", firebaseFile, "{\"hosting\": {\"redirects\": {},\n\"rewrites\": \"/x\",\n\"ignore\": {},\n\"cleanUrls\": \"yes\",\n\"trailingSlash\": \"\",\n\"cleanURLs\": true, \"headers\": [], \"predeploy\": 1}}", []string{
			`1 "redirects" must be a list`, `2 "rewrites" must be a list`, `3 "ignore" must be a string or a list`,
			`4 "cleanUrls" must be true or false`, `5 "trailingSlash" must be true or false`, `6 did you mean "cleanUrls"`,
		}},
		"firebase members": {"firebase", firebaseFile, `{"hosting": {"redirects": ` + rules + `{"source": "/x", "destination": {}},
{"source": "/x", "destination": "/y", "type": "301"},
{"regex": 5, "destination": "/y"}]}}`, []string{
			"2 a redirect needs", "2 a redirect needs", `2 does not know "unheard" here`, "3 a redirect needs", "4 the type of a redirect",
			`5 "regex" must be a string`, "5 a redirect needs",
		}},
		"cloudflare routes": {"cloudflare-pages", routesName, "{\"version\": \"1\",\n\"include\": \"/x\",\n\"exclude\": [1]}", []string{
			`1 "version" must be a number`, `2 "include" must be a list`, `3 a value of "exclude" must be a string`, `1 no path in "include"`,
		}},
		"cloudflare no routes": {"cloudflare-pages", routesName, "{\n", []string{"2 not valid JSON"}},
		"firebase hosting":     {"firebase", firebaseFile, `{"hosting": "public"}`, []string{`1 "hosting" must be a list or an object`}},
		"firebase site":        {"firebase", firebaseFile, "{\"hosting\": [\n\"public\"]}", []string{`2 "hosting" must be an object`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			public, beside := tree{"index.html": "", "404.html": ""}, tree{test.file: test.text}
			if test.file == routesName {
				public[routesName], beside = test.text, nil
			}
			faults := Choose(test.profile, public.deployment(beside)).Profile.Faults()
			if len(faults) != len(test.want) {
				t.Fatalf("got %+v, want %q", faults, test.want)
			}
			for _, want := range test.want {
				line, part, _ := strings.Cut(want, " ")
				if !hasFault(faults, int(line[0]-'0'), part) {
					t.Errorf("nothing tells %q: %+v", want, faults)
				}
			}
		})
	}
}

// hasFault tells whether a fault at a line has a part of its message.
func hasFault(faults []Fault, line int, part string) bool {
	for _, fault := range faults {
		if fault.Line == line && strings.Contains(fault.Message, part) {
			return true
		}
	}
	return false
}

// TestMostRules holds profiles to reading no more rules than they can hold each
// link against, and to believing the links that the others may be for.
func TestMostRules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ profile, file, before, rule, after, rest string }{
		{"vercel", vercelFile, `{"redirects": [`, `{"source": "/a", "destination": "/index.html"}`, "]}", "404 or unknown"},
		{"vercel", vercelFile, `{"rewrites": [`, `{"source": "/a", "destination": "/index.html"}`, "]}", "404 or unknown"},
		{"vercel", vercelFile, `{"routes": [`, `{"src": "/a", "dest": "/index.html"}`, "]}", "404 or unknown"},
		{"firebase", firebaseFile, `{"hosting": {"redirects": [`, `{"source": "/a", "destination": "/index.html"}`, "]}}", "404 or unknown"},
		{"firebase", firebaseFile, `{"hosting": {"rewrites": [`, `{"source": "/a", "destination": "/index.html"}`, "]}}", "404 or unknown"},
		{"azure", azureFile, `{"routes": [`, `{"route": "/a", "rewrite": "/index.html"}`, "]}", "404"},
	} {
		t.Run(test.profile+test.before, func(t *testing.T) {
			t.Parallel()
			few := test.before + strings.Repeat(test.rule+",\n", mostRules-1) + test.rule
			for text, want := range map[string]string{few + test.after: "404", few + ",\n" + test.rule + test.after: test.rest} {
				p := Choose(test.profile, tree{"index.html": ""}.deployment(tree{test.file: text})).Profile
				if got := ask(p, "/b"); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
				told := false
				for _, fault := range p.Faults() {
					told = told || fault.Line == mostRules+1 && strings.Contains(fault.Message, "linkvet reads")
				}
				if cut := want != "404" || text != few+test.after; told != cut {
					t.Errorf("told %t: %+v", told, p.Faults())
				}
			}
		})
	}
}
