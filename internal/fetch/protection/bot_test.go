package protection

import (
	"net/http"
	"testing"
)

func TestBot(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		header http.Header
		want   string
	}{
		"none":                    {403, http.Header{"Server": {"nginx"}}, ""},
		"denied":                  {999, nil, "LinkedIn"},
		"challenge":               {403, http.Header{"Cf-Mitigated": {"challenge"}}, "Cloudflare"},
		"plain host behind a CDN": {403, http.Header{"Server": {"cloudflare"}}, ""},
		"waf with success":        {202, http.Header{"X-Amzn-Waf-Action": {"challenge"}}, "AWS WAF"},
		"let through":             {200, http.Header{"X-Datadome": {"protected"}}, ""},
		"not let through":         {403, http.Header{"X-Datadome": {"protected"}}, "DataDome"},
		"server name in any case": {403, http.Header{"Server": {"AkamaiGHost"}}, "Akamai"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Bot(test.status, test.header); got != test.want {
				t.Errorf("Bot(%d, %v) = %q, want %q", test.status, test.header, got, test.want)
			}
		})
	}
}
