package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/hosting"
)

// client follows no redirect.
var client = &http.Client{
	Timeout:       10 * time.Second,
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// longest is how many bytes of an answer are read.
const longest = 1 << 20

// fetch requests a path and a query from the server at origin.
func fetch(ctx context.Context, origin string, target *url.URL) (response *http.Response, body string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+"/", nil)
	if err != nil {
		return nil, "", err
	}
	target.Scheme, target.Host = request.URL.Scheme, request.URL.Host
	request.URL = target
	response, err = client.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(response.Body, longest))
	return response, string(content), err
}

// get asks the server at origin for a URL of a table, and describes the answer as tables do:
// "200 file", "301 /location", "proxy URL" or "404".
func get(ctx context.Context, origin, target string, names map[string]string) (string, error) {
	path, query, _ := strings.Cut(target, "?")
	response, body, err := fetch(ctx, origin, &url.URL{Path: path, RawPath: hosting.EscapePath(path), RawQuery: query})
	if err != nil {
		return "", fmt.Errorf("could not ask for %q: %w", target, err)
	}
	return describe(response, body, names, origin), nil
}

// describe writes an answer in one line.
func describe(r *http.Response, body string, names map[string]string, origin string) string {
	status := strconv.Itoa(r.StatusCode)
	location := r.Header.Get("Location")
	switch proxied := r.Header.Get("Hosting-Diff-Proxy"); {
	case proxied != "":
		return "proxy " + proxied
	case r.Header.Get("Hosting-Diff-Unknown") != "":
		return "unknown"
	case location != "" && r.StatusCode/100 == 3:
		return status + " " + withoutOrigin(location, origin)
	case r.StatusCode != http.StatusOK:
		return status
	}
	if name, ok := names[strings.TrimSpace(body)]; ok {
		return status + " " + name
	}
	if len(body) > 60 {
		body = body[:60] + "…"
	}
	return status + " with " + strconv.Quote(body)
}

// withoutOrigin is a location as a path where it leads to the origin itself.
func withoutOrigin(location, origin string) string {
	to, err := url.Parse(location)
	_, port, _ := strings.Cut(origin, "127.0.0.1:")
	if err != nil || to.Host != "127.0.0.1:"+port && to.Host != "localhost:"+port {
		return location
	}
	_, rest, _ := strings.Cut(location, to.Host)
	return "/" + strings.TrimPrefix(rest, "/")
}
