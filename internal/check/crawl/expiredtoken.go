package crawl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
)

// expiredToken says that Vercel asked for a login after an OIDC token had let the run in;
// it is empty for most runs. A token is valid for a few minutes, and Vercel protects all of
// a deployment, so any such answer leaves something unchecked.
func (c *crawl) expiredToken() string {
	isToken := func(h config.Header) bool { return strings.EqualFold(h.Name, protection.VercelOIDCToken) }
	if !slices.ContainsFunc(c.job.Config.Headers, isToken) {
		return ""
	}
	var closed []string
	for _, t := range c.checker.Internal {
		failed, isFailed := c.access.failed[t]
		if t.Outcome.Protection == protection.Vercel || isFailed && failed.Protection == protection.Vercel {
			closed = append(closed, c.nameOf(t))
		}
	}
	if len(closed) == 0 {
		return ""
	}
	slices.Sort(closed)
	return fmt.Sprintf("Vercel asked for a login at %s of the site, such as %s: the OIDC token of GitHub has expired, or is not trusted there; for a longer check, set %s",
		check.Count(len(closed), "URL"), check.FirstNames(closed), waysIn[protection.Vercel].setting)
}
