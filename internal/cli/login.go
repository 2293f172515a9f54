package cli

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/weburl"
)

// withLogin returns the headers of cfg and, where TARGET holds user info, the
// one that says it to every page of the site. Links on the site do not repeat
// it, and browsers send it all the same. A header that the user gave is.
func (s *session) withLogin(cfg config.Config) []config.Header {
	if !isURL(cfg.Target) || slices.ContainsFunc(cfg.Headers, isAuthorization) {
		return cfg.Headers
	}
	target, err := weburl.Parse(cfg.Target)
	if err != nil || target.User == "" {
		return cfg.Headers
	}
	user, password, _ := strings.Cut(target.User, ":")
	user, password = weburl.Unescape(user), weburl.Unescape(password)
	credentials := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	if cfg.InFile("target") == "" {
		s.workflow.Mask(password)
		s.workflow.Mask(credentials)
	}
	return append(slices.Clip(cfg.Headers), config.Header{Name: "Authorization", Value: "Basic " + credentials})
}

func isAuthorization(h config.Header) bool { return strings.EqualFold(h.Name, "Authorization") }
