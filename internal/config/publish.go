package config

import (
	"errors"
	"strings"
)

// The values of Config.Publish.
const (
	PublishComment = "comment"
	PublishStatus  = "status"
	PublishCheck   = "check"
	PublishReview  = "review"
)

var publishChoices = []string{PublishStatus, PublishComment, PublishCheck, PublishReview}

// publishSettings are about what a pull request shows.
func publishSettings() []Setting {
	return []Setting{
		{
			Name: "publish", Value: "WHAT", Otherwise: "nothing", List: true,
			Meaning: "What else to show on GitHub, one per line. `status` is a commit status on the commit under test. `comment` is one comment on the pull request, which each run updates. `check` is a check run with all annotations. `review` suggests fixes on lines of the pull request",
			Choices: publishChoices,
			set:     list(func(c *Config) *[]string { return &c.Publish }, whole, enum(publishChoices...)),
		},
		{
			Name: "token", Value: "TOKEN", Otherwise: "the environment variable `GITHUB_TOKEN`",
			Meaning:       "GitHub token for `publish` and for links to private repositories. Only an input or the environment can set it. The action passes the token of the job",
			ActionDefault: "${{ github.token }}", Secret: true,
			set: scalar(func(c *Config) *string { return &c.Token }, parseToken),
		},
		{
			Name: "from", Value: "PATH", Otherwise: "none",
			Meaning: "Earlier JSON report to publish, annotate and convert. linkvet reads no site then, and does not trust the report",
			set:     scalar(func(c *Config) *string { return &c.From }, parseFrom),
		},
	}
}

// parseToken takes what can be in an HTTP header. Errors do not repeat it.
func parseToken(s string) (string, error) {
	if !headerValue(s) || strings.ContainsAny(s, " \t") {
		return "", errors.New("must be one word; check the secret")
	}
	return s, nil
}

// parseFrom takes the path of a report.
func parseFrom(s string) (string, error) {
	if s == "" {
		return "", errors.New("must not be empty; set it to the path of a JSON report, or remove it")
	}
	return s, nil
}
