package github

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	gh "github.com/google/go-github/v89/github"
)

// SiteName returns the name of a site for the marker of its comment: the environment of the
// deployment, else the target. A host that gives each deployment a new address would otherwise get a
// new comment for each, so the hashes of deployments are left out.
func SiteName(environment, target string) string {
	if environment != "" {
		return environment
	}
	u, err := url.Parse(target)
	if err != nil || u.Host == "" {
		return target
	}
	var labels []string
	for label := range strings.SplitSeq(u.Hostname(), ".") {
		parts := slices.DeleteFunc(strings.Split(label, "-"), func(part string) bool { return part == "" || isHash(part) })
		if len(parts) > 0 {
			labels = append(labels, strings.Join(parts, "-"))
		}
	}
	return strings.TrimSuffix(cmp.Or(strings.Join(labels, "."), u.Hostname())+u.EscapedPath(), "/")
}

// isHash reports whether a part of a host name looks like the hash of a deployment: letters and
// digits mixed, or hexadecimal digits alone. Cloudflare has 8, Vercel 9, Netlify 24.
func isHash(part string) bool {
	if len(part) < 8 || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return false
	}
	digits := 0
	for i := range len(part) {
		if part[i] <= '9' {
			digits++
		}
	}
	return digits >= 2 && digits < len(part) || strings.Trim(part, "abcdef0123456789") == ""
}

// markerOf returns the first line of our texts about a site. GitHub does not show it. Two sites never
// share a marker.
func markerOf(site string) string {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-"
	if site == "" || len(site) > 60 || strings.Trim(site, allowed) != "" || strings.Trim(site, "-") != site || strings.Contains(site, "--") {
		sum := sha256.Sum256([]byte(site))
		site = "site-" + hex.EncodeToString(sum[:])
	}
	return "<!-- linkvet:" + site + " -->"
}

// fixMarker begins the marker of a suggestion.
const fixMarker = "<!-- linkvet:fix:"

// marker identifies a suggestion: a later run finds it. GitHub does not show it.
func (s *Suggestion) marker() string {
	sum := sha256.Sum256([]byte(s.File + "\x00" + s.Old + "\x00" + s.New))
	return fixMarker + hex.EncodeToString(sum[:8]) + " -->"
}

// firstLine is where a text has its marker.
func firstLine(body string) string {
	first, _, _ := strings.Cut(body, "\n")
	return strings.TrimRight(first, "\r")
}

// actionsBot is the account of GITHUB_TOKEN.
const actionsBot = "github-actions[bot]"

// authors knows whose comments and issues are ours. Anyone can write a marker, and each app that is
// installed can write as a bot, so only the token's account counts, and that of GITHUB_TOKEN.
type authors struct {
	client *Client
	// login is the account of the token; empty until it was requested.
	login string
}

// isOurs reports whether a text about a site is ours, by its marker and its author.
func (a *authors) isOurs(ctx context.Context, body, site string, author *gh.User) (bool, error) {
	if firstLine(body) != markerOf(site) {
		return false, nil
	}
	return a.isOwn(ctx, author)
}

// isOwn reports whether an author is our account. REST names the account of a person's token alone,
// GraphQL also the bot of an app's: https://github.com/fullsend-ai/fullsend/pull/1953
func (a *authors) isOwn(ctx context.Context, author *gh.User) (bool, error) {
	if author.GetType() == "Bot" && author.GetLogin() == actionsBot {
		return true, nil
	}
	if a.login == "" {
		// An Enterprise server has REST at /api/v3/ and GraphQL at /api/graphql.
		at := strings.TrimSuffix(a.client.BaseURL(), "v3/") + "graphql"
		req, err := a.client.NewRequest(ctx, http.MethodPost, at, map[string]string{"query": "{viewer{login}}"})
		if err != nil {
			return false, err
		}
		var answer struct {
			Data struct{ Viewer struct{ Login string } }
		}
		if _, err := a.client.Do(req, &answer); err != nil {
			return false, err
		}
		if a.login = answer.Data.Viewer.Login; a.login == "" {
			return false, errors.New("GitHub does not name the account of the token")
		}
	}
	return strings.EqualFold(author.GetLogin(), a.login), nil
}
