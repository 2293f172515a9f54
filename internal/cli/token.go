package cli

import (
	"cmp"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/githubapi"
	"github.com/linkvet/linkvet/internal/secrets"
)

// token returns the token of GitHub: that of the setting, or else of the environment.
func (p Process) token(cfg config.Config) string {
	return cmp.Or(cfg.Token, p.getenv(secrets.Token))
}

// jobToken begins the tokens that GitHub makes for a job.
const jobToken = "ghs_"

// linkToken returns the token for links to private repositories, which goes to github.com
// alone. The token of a server in a company is not for it. The action passes the token of
// the job, which reads no other repository: a personal one in the environment is better.
func (p Process) linkToken(cfg config.Config) string {
	api := strings.TrimSuffix(p.getenv("GITHUB_API_URL"), "/")
	if api != "" && api != githubapi.DefaultURL {
		return ""
	}
	if personal := p.getenv(secrets.Token); personal != "" && strings.HasPrefix(cfg.Token, jobToken) && !strings.HasPrefix(personal, jobToken) {
		return personal
	}
	return cfg.Token
}
