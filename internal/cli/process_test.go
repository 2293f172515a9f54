package cli

import (
	"testing"

	"github.com/linkvet/linkvet/internal/config"
)

// TestTokens covers which token goes where.
func TestTokens(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		input, environment, api string
		publish, links          string
	}{
		"none":                               {},
		"input":                              {input: "ghp_1", publish: "ghp_1", links: "ghp_1"},
		"input and environment":              {input: "ghp_1", environment: "ghp_2", publish: "ghp_1", links: "ghp_1"},
		"job token":                          {input: "ghs_1", publish: "ghs_1", links: "ghs_1"},
		"API of github.com with a slash":     {input: "ghs_1", api: "https://api.github.com/", publish: "ghs_1", links: "ghs_1"},
		"token of a company's server":        {input: "ghs_1", api: "https://github.example.com/api/v3", publish: "ghs_1"},
		"a host that begins like github.com": {input: "ghs_1", api: "https://api.github.com.example.com", publish: "ghs_1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := Process{Environ: []string{"GITHUB_TOKEN=" + test.environment, "GITHUB_API_URL=" + test.api}}
			cfg := config.Config{Token: test.input}
			cfg.Token = p.token(cfg)
			if cfg.Token != test.publish || p.linkToken(cfg) != test.links {
				t.Errorf("got %q for publish and %q for links, want %q and %q", cfg.Token, p.linkToken(cfg), test.publish, test.links)
			}
		})
	}
}
