package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/redirectrules"
)

// movesFile is the list of moves that are asked when no other is named.
const movesFile = "internal/redirectrules/testdata/moves.txt"

// places are where each format's file has to be, from the top of a repository.
var places = map[redirectrules.Format]string{
	redirectrules.Netlify: public, redirectrules.NetlifyTOML: "", redirectrules.Cloudflare: public, redirectrules.Vercel: "",
	redirectrules.Firebase: "", redirectrules.Azure: public, redirectrules.Nginx: "", redirectrules.Apache: public, redirectrules.Stubs: public,
	redirectrules.Jekyll: "", redirectrules.Hugo: "", redirectrules.MkDocs: "",
}

// implementation returns what reads the files of a format.
func implementation(ctx context.Context, format redirectrules.Format) (*host, error) {
	switch format {
	case redirectrules.Nginx, redirectrules.Apache, redirectrules.Jekyll, redirectrules.Hugo, redirectrules.MkDocs:
		conf, err := hosts.ReadFile("hosts/moves/" + format.String() + ".conf")
		if err != nil {
			return nil, err
		}
		if format == redirectrules.Apache {
			return newApache(ctx, string(conf))
		}
		return newNginx(ctx, string(conf))
	case redirectrules.Stubs:
		return newHost(ctx, "plain")
	case redirectrules.NetlifyTOML:
		return newHost(ctx, "netlify")
	}
	return newHost(ctx, format.String())
}

// askMoves has each format's host read the rules for the moves, and prints how many of them
// arrive. With a file of rules, it reads that one, for the only format. It reports whether all
// of them arrive.
func askMoves(ctx context.Context, w io.Writer, list, rules string, names []string) (bool, error) {
	moves, err := readMoves(list)
	if err != nil {
		return false, err
	}
	if len(names) == 0 {
		for format := range places {
			names = append(names, format.String())
		}
	}
	if rules != "" && len(names) != 1 {
		return false, errors.New("a file of rules is for one format: name it")
	}
	fmt.Fprint(w, "| format | implementation | moves | not written | rules | arrive |\n| --- | --- | ---: | ---: | ---: | ---: |\n")
	var wrong []string
	for _, name := range redirectrules.Formats() {
		format, _ := redirectrules.Named(name)
		if _, ok := places[format]; !ok || !slices.Contains(names, name) {
			continue
		}
		h, err := implementation(ctx, format)
		if err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
		moves := numbered(format, moves)
		out, err := rulesFor(format, moves, rules)
		if err != nil {
			return false, err
		}
		failures, err := arrive(ctx, h, format, moves, out)
		if err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(w, "| %s | %s | %d | %d | %d | %d |\n", code(name), h.version, len(moves), len(out.Unwritten), out.Rules, out.Written-len(failures))
		wrong = append(wrong, failures...)
	}
	for _, failure := range wrong {
		fmt.Fprintf(w, "\n- %s", failure)
	}
	fmt.Fprintln(w)
	return len(wrong) == 0, nil
}

// readMoves reads a list of moves: an old URL and a new one, or "gone".
func readMoves(file string) (moves []redirectrules.Move, err error) {
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
		case to == "gone":
			moves = append(moves, redirectrules.Move{From: from, Gone: true})
		default:
			moves = append(moves, redirectrules.Move{From: from, To: to})
		}
	}
	return moves, nil
}

// rulesFor returns the rules for the moves, or those of a file.
func rulesFor(format redirectrules.Format, moves []redirectrules.Move, file string) (redirectrules.Output, error) {
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return redirectrules.Output{}, fmt.Errorf("could not read the rules: %w", err)
		}
		return redirectrules.Output{Files: []redirectrules.File{{Name: filepath.Base(file), Text: string(text)}}, Written: len(moves)}, nil
	}
	pages := pagesOf(moves)
	return redirectrules.Write(format, redirectrules.Site{
		Exists: func(path string) bool { _, ok := pages[fileOf(path)]; return ok },
		HasBelow: func(folder string) bool {
			for name := range pages {
				if strings.HasPrefix("/"+name, folder) {
					return true
				}
			}
			return false
		},
	}, moves), nil
}

// pagesOf returns the files to which the moves lead, by their names.
func pagesOf(moves []redirectrules.Move) map[string]bool {
	sources := map[string]bool{}
	for _, m := range moves {
		sources[m.From] = true
	}
	pages := map[string]bool{"404.html": true}
	for _, m := range moves {
		if u, err := url.Parse(m.To); err == nil && u.Host == "" && u.Path != "" && !sources[m.To] {
			pages[fileOf(u.Path)] = true
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
func arrive(ctx context.Context, h *host, format redirectrules.Format, moves []redirectrules.Move, out redirectrules.Output) (failures []string, err error) {
	repository, err := os.MkdirTemp("", "hosting-diff")
	if err != nil {
		return nil, fmt.Errorf("could not make a repository: %w", err)
	}
	defer func() { _ = os.RemoveAll(repository) }()
	files := map[string]string{}
	if generators[format] {
		files = generated(format, moves, out)
	} else {
		for name := range pagesOf(moves) {
			files[public+name] = "page " + name
		}
		for _, file := range out.Files {
			files[places[format]+file.Name] = file.Text
		}
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
	unwritten, ends := map[redirectrules.Move]bool{}, map[string]string{}
	for _, u := range out.Unwritten {
		unwritten[u.Move] = true
	}
	for _, m := range moves {
		ends[m.From] = m.To
	}
	for _, m := range moves {
		if unwritten[m] {
			continue
		}
		want := m.To
		if next, ok := ends[want]; ok {
			want = next
		}
		got, err := landing(ctx, origin, m.From)
		if err != nil {
			return nil, err
		}
		if m.Gone {
			want = "410"
		}
		if plain(got) != plain(want) {
			failures = append(failures, fmt.Sprintf("%s: %s: %s, want %s", format, code(m.From), code(got), code(want)))
		}
	}
	return failures, nil
}

// plain decodes a URL, so that two spellings of it are the same. Firebase's emulator writes "&"
// before the query of the request, even if that is empty.
func plain(location string) string {
	location = strings.TrimSuffix(location, "&")
	if decoded, err := url.PathUnescape(location); err == nil {
		return decoded
	}
	return location
}

// landing returns where a request for a URL as browsers send it is redirected, also by a page, or
// else the status. A redirect that only adds a slash is followed.
func landing(ctx context.Context, origin, from string) (string, error) {
	path, err := url.PathUnescape(from)
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+"/", nil)
	if err != nil {
		return "", err
	}
	// Go's own spelling has more percent-encoding than that of browsers.
	request.URL.Opaque = hosting.EscapePath(path)
	response, err := client.Do(request)
	if err != nil {
		return "", fmt.Errorf("could not ask for %s: %w", from, err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, longest))
	if err != nil {
		return "", fmt.Errorf("could not read the answer for %s: %w", from, err)
	}
	location := withoutOrigin(response.Header.Get("Location"), origin)
	switch {
	case response.StatusCode/100 == 3 && plain(location) == path+"/":
		return landing(ctx, origin, location)
	case response.StatusCode/100 == 3:
		return location, nil
	}
	if _, rest, ok := strings.Cut(string(body), `content="0; url=`); ok && response.StatusCode == http.StatusOK {
		link, _, _ := strings.Cut(rest, `"`)
		return resolved(origin, path, link)
	}
	return fmt.Sprint(response.StatusCode), nil
}

// resolved returns where a link of the page at a path leads.
func resolved(origin, path, link string) (string, error) {
	base, err := url.Parse(origin + hosting.EscapePath(path))
	if err != nil {
		return "", fmt.Errorf("could not read the path %q: %w", path, err)
	}
	to, err := base.Parse(html.UnescapeString(link))
	if err != nil {
		return "", fmt.Errorf("could not resolve %q: %w", link, err)
	}
	return withoutOrigin(to.String(), origin), nil
}
