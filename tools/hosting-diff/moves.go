package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/compare"
	"github.com/linkvet/linkvet/internal/hosting"
)

// movesFile is the list of moves: an old path and a new one.
const movesFile = "internal/compare/testdata/moves.txt"

// places are the names of the files with rules by their syntax, from the top of a repository.
var places = map[string]string{
	hosting.Netlify: public + "_redirects", hosting.CloudflarePages: public + "_redirects", hosting.Vercel: "vercel.json",
	compare.Nginx: "redirects.conf",
}

// implementation returns what reads the rules of a syntax.
func implementation(ctx context.Context, syntax string) (*host, error) {
	if syntax != compare.Nginx {
		return newHost(ctx, syntax)
	}
	conf, err := hosts.ReadFile("hosts/moves/nginx.conf")
	if err != nil {
		return nil, err
	}
	return newServer(ctx, string(conf))
}

// askMoves has each host read the rules for a list of moves. It prints how many moves
// arrive, and reports whether all of them do.
func askMoves(ctx context.Context, w io.Writer, list string, names []string) (bool, error) {
	moves, err := readMoves(list)
	if err != nil {
		return false, err
	}
	fmt.Fprint(w, "| format | implementation | moves | not written | rules | arrive |\n| --- | --- | ---: | ---: | ---: | ---: |\n")
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(places)) {
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		h, err := implementation(ctx, name)
		if err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
		text, rules, unwritten := compare.Redirects(name, "", moves)
		failures, err := arrive(ctx, h, name, moves, text, unwritten)
		if err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %d |\n", code(name), h.version, len(moves), len(unwritten), rules, rules-len(failures))
		wrong = append(wrong, failures...)
	}
	fmt.Fprintln(w, strings.Join(append([]string{""}, wrong...), "\n- "))
	return len(wrong) == 0, nil
}

// readMoves reads a list of moves.
func readMoves(file string) (map[string]string, error) {
	moves := map[string]string{}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("could not read the moves: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		from, to, ok := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case from == "#" || from == "":
		case !ok:
			return nil, fmt.Errorf("%s: %q is not an old URL and a new one", file, line)
		default:
			moves[from] = to
		}
	}
	return moves, nil
}

// pagesOf returns the files to which the moves lead, by their names, with their content.
func pagesOf(moves map[string]string) map[string]string {
	pages := map[string]string{"404.html": "page 404.html"}
	for _, to := range moves {
		if path, err := url.PathUnescape(to); err == nil {
			pages[fileOf(path)] = "page " + fileOf(path)
		}
	}
	return pages
}

// fileOf returns the file at a path.
func fileOf(path string) string {
	name := strings.TrimPrefix(path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		return name + hosting.IndexFile
	}
	return name
}

// arrive asks the host for every move that has a rule, and returns those that do not arrive.
func arrive(ctx context.Context, h *host, syntax string, moves map[string]string, text string, unwritten []string) (failures []string, err error) {
	repository, err := os.MkdirTemp("", "hosting-diff")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(repository) }()
	files := map[string]string{places[syntax]: text}
	for name, content := range pagesOf(moves) {
		files[public+name] = content
	}
	for name, content := range files {
		if err := writeFile(filepath.Join(repository, filepath.FromSlash(name)), content); err != nil {
			return nil, err
		}
	}
	origin, stop, err := h.serve(ctx, repository)
	if err != nil {
		return nil, err
	}
	defer stop()
	for _, from := range slices.Sorted(maps.Keys(moves)) {
		name := fmt.Sprintf("%q ", plain(from))
		if slices.ContainsFunc(unwritten, func(reason string) bool { return strings.HasPrefix(reason, name) }) {
			continue
		}
		got, err := landing(ctx, origin, from)
		if err != nil {
			return nil, err
		}
		if plain(got) != plain(moves[from]) {
			failures = append(failures, fmt.Sprintf("%s: %s: %s, want %s", syntax, code(from), code(got), code(moves[from])))
		}
	}
	return failures, nil
}

// plain decodes a URL, so that two spellings of it are the same.
func plain(location string) string {
	if decoded, err := url.PathUnescape(location); err == nil {
		return decoded
	}
	return location
}

// landing returns where a request for a URL as browsers send it is redirected, or else the
// status. A redirect that only adds a slash is followed.
func landing(ctx context.Context, origin, from string) (string, error) {
	path, err := url.PathUnescape(from)
	if err != nil {
		return "", err
	}
	// Go's own spelling has more percent-encoding than that of browsers.
	response, _, err := fetch(ctx, origin, &url.URL{Opaque: hosting.EscapePath(path)})
	if err != nil {
		return "", err
	}
	location := withoutOrigin(response.Header.Get("Location"), origin)
	switch {
	case response.StatusCode/100 == 3 && plain(location) == path+"/":
		return landing(ctx, origin, location)
	case response.StatusCode/100 == 3:
		return location, nil
	}
	return fmt.Sprint(response.StatusCode), nil
}
