package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/site"
)

// maxNoToken is the most code points of the reason why there is no token.
const maxNoToken = 200

// letIn requests an OIDC token from GitHub and opens the site with it, when err is a login
// of Vercel and nothing else was given to open it. Otherwise, and without a token, it
// returns false and the error to report.
//
// The token identifies the repository, so it is requested only once a login was met, and
// goes to the origin of the target alone: over https, and never where the settings file
// chose the target.
func (l *liveSite) letIn(ctx context.Context, s *session, err error) (isOpen bool, why error) {
	var login *site.UnreachableError
	if !errors.As(err, &login) || login.Protection != protection.Vercel || !s.mayUseToken() || l.start.Scheme != "https" {
		return false, err
	}
	token, noToken := s.workflow.IDToken(ctx)
	if noToken != nil {
		told := *login
		told.NoToken = report.Clean(noToken.Error(), maxNoToken)
		return false, &told
	}
	s.workflow.Mask(token)
	s.cfg.Headers = append(slices.Clip(s.cfg.Headers), config.Header{Name: protection.VercelOIDCToken, Value: token})
	s.process.secrets.Add(s.cfg)
	s.client.Load().Close()
	s.client.Store(s.newClient(l.start.Origin()))
	l.isLetIn = true
	return true, nil
}

// mayUseToken reports whether a token may be requested to open the target.
func (s *session) mayUseToken() bool {
	opens := func(h config.Header) bool {
		return strings.EqualFold(h.Name, protection.VercelBypass) || strings.EqualFold(h.Name, protection.VercelOIDCToken)
	}
	return s.workflow.MayRequestIDToken() && s.cfg.InFile("target") == "" && !slices.ContainsFunc(s.cfg.Headers, opens)
}
