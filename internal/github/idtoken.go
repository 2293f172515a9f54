package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sethvargo/go-githubactions"
)

// idTokenTimeout is how long GitHub may take to give a token.
const idTokenTimeout = 10 * time.Second

// The variables by which the runner lets a job with `id-token: write` request a token.
const (
	idTokenURL    = "ACTIONS_ID_TOKEN_REQUEST_URL"
	idTokenBearer = "ACTIONS_ID_TOKEN_REQUEST_TOKEN"
)

// MayRequestIDToken reports whether the job has the permission `id-token: write`.
func (w *Workflow) MayRequestIDToken() bool {
	return w.active && w.getenv(idTokenURL) != "" && w.getenv(idTokenBearer) != ""
}

// IDToken requests an OIDC token for GitHub's usual audience, the owner of the repository.
// The error says why there is none, and holds neither the token nor the URL.
func (w *Workflow) IDToken(ctx context.Context) (string, error) {
	if !w.MayRequestIDToken() {
		return "", errors.New("the job lacks the permission id-token: write")
	}
	// Anything else would send the runner's token in the clear.
	if u, err := url.Parse(w.getenv(idTokenURL)); err != nil || u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("%s is not an https URL", idTokenURL)
	}
	ctx, cancel := context.WithTimeout(ctx, idTokenTimeout)
	defer cancel()
	sdk := githubactions.New(githubactions.WithGetenv(w.getenv), githubactions.WithHTTPClient(&http.Client{
		Transport: w.idTokenTransport(),
		// The runner's token must not follow a redirect.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}))
	// The library reads 64 kB of the answer at most.
	token, err := sdk.GetIDToken(ctx, "")
	var refused *githubactions.RequestFailedError
	var failed *url.Error
	switch {
	case errors.As(err, &refused):
		return "", fmt.Errorf("it answered with status %d", refused.StatusCode)
	case errors.As(err, &failed) && failed.Timeout():
		return "", fmt.Errorf("no answer within %v", idTokenTimeout)
	case errors.As(err, &failed):
		return "", failed.Err
	case err != nil:
		return "", errors.New("its answer cannot be read")
	case !isIDToken(token):
		return "", errors.New("its answer has no token")
	}
	return token, nil
}

// idTokenTransport returns the network, unless a test has set another transport. Its
// connection is not kept, as there is one request.
func (w *Workflow) idTokenTransport() http.RoundTripper {
	if w.transport != nil {
		return w.transport
	}
	return &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, ForceAttemptHTTP2: true}
}

// isIDToken reports whether a text has the form of a signed token: three parts in base64url.
func isIDToken(token string) bool {
	parts := strings.Split(token, ".")
	for _, part := range parts {
		isOther := func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
		}
		if part == "" || strings.ContainsFunc(part, isOther) {
			return false
		}
	}
	return len(parts) == 3
}
