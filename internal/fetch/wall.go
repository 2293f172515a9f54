package fetch

import (
	"net/http"
	"slices"
	"strings"
)

// statusDenied is no registered status: LinkedIn answers it to whatever it
// takes for a robot.
const statusDenied = 999

// wallSign is how a bot wall can be told from the host that it stands before.
type wallSign struct {
	name     string
	header   string
	value    string // what the header starts with, in lower case; empty is anything
	statuses []int  // empty is any
}

// wallSigns are all in the header of an answer. Fields that a wall also adds to
// the answers that it lets through count with a refusing status only.
var wallSigns = []wallSign{
	{name: "Cloudflare", header: "Cf-Mitigated", value: "challenge"},
	{name: "AWS WAF", header: "X-Amzn-Waf-Action"},
	{name: "Vercel", header: "X-Vercel-Mitigated"},
	{name: "DataDome", header: "X-Datadome", statuses: []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests}},
	{name: "Akamai", header: "Server", value: "akamaighost", statuses: []int{http.StatusForbidden}},
	{name: "Imperva", header: "X-Iinfo", statuses: []int{http.StatusForbidden, http.StatusServiceUnavailable}},
	{name: "Sucuri", header: "X-Sucuri-Block"},
}

// wall returns the name of the bot wall that gave an answer, or "".
func wall(status int, header http.Header) string {
	if status == statusDenied {
		return "LinkedIn"
	}
	for _, sign := range wallSigns {
		if sign.matches(status, header) {
			return sign.name
		}
	}
	return ""
}

func (s wallSign) matches(status int, header http.Header) bool {
	values := header[s.header]
	if len(values) == 0 || !strings.HasPrefix(strings.ToLower(values[0]), s.value) {
		return false
	}
	return len(s.statuses) == 0 || slices.Contains(s.statuses, status)
}
