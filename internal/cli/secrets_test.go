package cli_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"io/fs"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveHeadersGoToTheSiteAlone(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page("other"), "/landing": livetest.Page("landing"), "/back": nil})
	s := livetest.Serve(t, livetest.Site{
		"/":     livetest.Page(livetest.Links("/away", "/page", other.URL+"/", other.URL+"/lost") + `<img src="/a.png">`),
		"/away": livetest.Redirect(http.StatusFound, other.URL+"/landing"),
		"/page": livetest.Page("page"),
	})
	r := livetest.Check(t, "--allow-private", "--header=X-Bypass: open sesame", "--header=Authorization: Bearer abcdefghij", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/a.png": link.NotFound, other.URL + "/lost": link.NotFound})
	for _, name := range []string{"X-Bypass", "Authorization"} {
		if got := other.WithHeader(name); len(got) > 0 {
			t.Errorf("another host was sent %s with %q", name, got)
		}
		all := 0
		for _, n := range s.Asked() {
			all += n
		}
		if got := len(s.WithHeader(name)); got != all {
			t.Errorf("%d of the site's %d requests bore %s", got, all, name)
		}
	}
	if n := other.Asked()["HEAD /landing"] + other.Asked()["GET /landing"]; n == 0 {
		t.Error("the redirect to the other host was not followed")
	}
}

func TestLiveStartPageThatEchoesASecret(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-t0k3n"
	other := livetest.Serve(t, nil)
	s := livetest.Serve(t, livetest.Site{"/": func(w http.ResponseWriter, r *http.Request) {
		livetest.Redirect(http.StatusFound, other.URL+"/moved?back="+r.Header.Get("X-Token"))(w, r)
	}})
	r := livetest.Check(t, "--allow-private", "--header=X-Token: "+token, s.URL+"/")
	r.Found(t, livetest.Incomplete, nil)
	r.Keeps(t, "", token)
	livetest.Says(t, r.Problems, "/moved?back=***")
}

func TestLiveUserInfoOpensTheWholeSite(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page("other")})
	guarded := func(answer http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if user, password, _ := r.BasicAuth(); user != "me" || password != "p@ssword" {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			answer(w, r)
		}
	}
	s := livetest.Serve(t, livetest.Site{
		"/":      guarded(livetest.Page(livetest.Links("/page", other.URL+"/") + `<img src="/a.png">`)),
		"/page":  guarded(livetest.Page(livetest.Links("/lost"))),
		"/a.png": guarded(livetest.Typed("image/png", "png")),
	})
	r := livetest.Check(t, "--allow-private", strings.Replace(s.URL, "://", "://me:p%40ssword@", 1)+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	r.Pages(t, 2)
	r.Keeps(t, "", "p@ssword", "bWU6cEBzc3dvcmQ=")
	if diff := cmp.Diff([]string(nil), other.WithHeader("Authorization")); diff != "" {
		t.Errorf("requests of the other host with credentials (-want +got):\n%s", diff)
	}
}

// echoes are the ways in which a server may write a secret.
func echoes(secret string) []string {
	var all []string
	for _, s := range []string{secret, strings.ToUpper(secret)} {
		var percent, lower, escaped, decimal strings.Builder
		for _, c := range []byte(s) {
			fmt.Fprintf(&percent, "%%%02X", c)
			fmt.Fprintf(&lower, "%%%02x", c)
			fmt.Fprintf(&escaped, `\u%04x`, c)
			fmt.Fprintf(&decimal, "&#%d;", c)
		}
		all = append(all, s, url.QueryEscape(s), url.PathEscape(s), percent.String(), lower.String(),
			escaped.String(), decimal.String(), strconv.Quote(s), html.EscapeString(s))
		for _, before := range []string{"", "u", "me:"} {
			all = append(all, base64.StdEncoding.EncodeToString([]byte(before+s)), base64.RawURLEncoding.EncodeToString([]byte(before+s+"~")))
		}
	}
	return all
}

// decodings returns a text as it is, and what escapes in it may stand for.
func decodings(text string) []string {
	all := []string{text}
	percent := regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	unicode := regexp.MustCompile(`\\u[0-9A-Fa-f]{4}|\\["\\/]`)
	for range 4 {
		text = percent.ReplaceAllStringFunc(text, func(s string) string {
			decoded, _ := url.PathUnescape(s)
			return decoded
		})
		text = unicode.ReplaceAllStringFunc(text, func(s string) string {
			if s[1] != 'u' {
				return s[1:]
			}
			code, _ := strconv.ParseUint(s[2:], 16, 32)
			return string(rune(code))
		})
		text = html.UnescapeString(text)
		if text == all[len(all)-1] {
			break
		}
		all = append(all, text)
	}
	return all
}

// leaks returns what of an output tells a secret.
func leaks(output string, secrets []string) []string {
	var all []string
	output = strings.Join(slices.Compact(slices.Sorted(strings.Lines(output))), "")
	for level, text := range decodings(output) {
		for how, text := range map[string]string{"decoded " + strconv.Itoa(level) + " times": text, "in base64": fromBase64(text)} {
			text = strings.ToLower(text)
			for _, secret := range secrets {
				for _, form := range []string{secret, strings.ReplaceAll(secret, " ", "+")} {
					if i := strings.Index(text, strings.ToLower(form)); i >= 0 {
						all = append(all, fmt.Sprintf("%s %q: …%q", how, secret, text[max(0, i-60):min(len(text), i+60)]))
					}
				}
			}
		}
	}
	return all
}

// fromBase64 returns what the words of a text may be in base64, from each of their first letters.
func fromBase64(text string) string {
	var all strings.Builder
	isOther := func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("+/_-", c))
	}
	for run := range strings.FieldsFuncSeq(text, isOther) {
		if len(run) < 8 {
			continue
		}
		run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
		for skip := range 4 {
			part := run[skip:]
			if decoded, err := base64.RawStdEncoding.DecodeString(part[:len(part)/4*4]); err == nil {
				all.Write(append(decoded, '\n'))
			}
		}
	}
	return all.String()
}

// echoing serves a site that says the secrets again in all places and ways.
func echoing(t *testing.T, secrets []string) *httptest.Server {
	t.Helper()
	var all []string
	for _, secret := range secrets {
		all = append(all, echoes(secret)...)
	}
	certified := namedAfter(t, secrets[0])
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		fmt.Fprintf(conn, "%s %s\r\n\r\n", secrets[0], all[1])
		_ = conn.Close() // the client notices
	}))
	t.Cleanup(broken.Close)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch number, _ := strconv.Atoi(strings.Trim(r.URL.Path, "/abcdefghijklmnopqrstuvwxyz")); {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<title>%s</title><a href=%q>b</a><a href=%q>c</a>", html.EscapeString(all[0]), broken.URL, certified.URL)
			for i, echo := range all {
				e := html.EscapeString(echo)
				fmt.Fprintf(w, "<a href='/page%d'>p</a><a href='/moved%d'>m</a><a href='/forth%d'>l</a><a href='/lost/%s'>%s</a><a href=\"#%s\">f</a>", i, i, i, e, e, e)
				fmt.Fprintf(w, "<a href='/lost?a=%s&b=1#%s'>q</a><img alt='%s' src='%s/x.png'><a href='http://[%s/'>h</a>", e, e, e, e, e)
				fmt.Fprintf(w, "<a href='%s:x'>s</a>", e)
				if !strings.ContainsAny(echo, `/\\?#`) {
					fmt.Fprintf(w, "<a href='//%s@%s/%s'>u</a>", e, r.Host, e)
				}
			}
		case strings.HasPrefix(r.URL.Path, "/page"):
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<title>%[1]s</title><h1 id='%[1]s'>x</h1><a href='#%[1]sx'>%[1]s</a><base href='/b/%[1]s/'><a href=x>", html.EscapeString(all[number]))
		case strings.HasPrefix(r.URL.Path, "/moved"):
			w.Header()["Location"] = []string{"/lost/" + all[number] + "?" + all[number] + "#" + all[number]}
			w.WriteHeader(http.StatusMovedPermanently)
		case strings.HasPrefix(r.URL.Path, "/forth"):
			w.Header()["Location"] = []string{"http://[" + all[number] + "/"}
			w.WriteHeader(http.StatusFound)
		default:
			w.Header().Set("ETag", `"`+secrets[0]+`"`)
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// namedAfter serves nothing, with a certificate that names a host after a secret.
func namedAfter(t *testing.T, secret string) *httptest.Server {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{secret + ".test", "*." + strings.ToUpper(secret) + ".test"},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// written returns what a run has left in a directory, and on its streams.
func written(t *testing.T, dir string, streams map[string]*bytes.Buffer) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, stream := range streams {
		// A runner reads the secret from this command, to hide it.
		all[name] = regexp.MustCompile(`(?m)^::add-mask::.*$`).ReplaceAllString(stream.String(), "")
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		src, err := os.ReadFile(path)
		all[filepath.Base(path)] = string(src)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestLiveEchoedSecretsAreInNoOutput(t *testing.T) {
	t.Parallel()
	secrets := []string{"s3cr3t-t0k3n", "P4ss Word/and+more=", "c00kie-of-mine", "robot-ci:pw@2026!", "ghs_0123456789abcdef"}
	for name, workflow := range map[string]bool{"terminal": false, "workflow": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := echoing(t, secrets)
			dir := t.TempDir()
			args := []string{
				"--allow-private", "--verbose", "--redirects=all", "--fragments=all", "--timeout=1m", "--retries=0", "--cache=" + filepath.Join(dir, "cache"),
				"--header=X-Bypass: " + secrets[0], "--header=X-More: " + secrets[1], "--header=Cookie: a=b; c=" + secrets[2],
				strings.Replace(server.URL, "://", "://robot-ci:pw%402026!@", 1) + "/",
			}
			formats := slices.DeleteFunc(report.Formats(), func(name string) bool { return name == report.FormatRedirects })
			for _, format := range formats {
				args = append(args, "--report="+format+"="+filepath.Join(dir, "report."+format))
			}
			environ := []string{"GITHUB_TOKEN=" + secrets[4]}
			if workflow {
				environ = append(environ, "GITHUB_ACTIONS=true", "GITHUB_OUTPUT="+filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary"), "RUNNER_DEBUG=1")
				for _, name := range []string{"output", "summary"} {
					if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			var stdout, stderr bytes.Buffer
			status := cli.Run(t.Context(), cli.Process{Version: "test", Args: args, Environ: environ, Stdout: &stdout, Stderr: &stderr})
			if status != livetest.Failed {
				t.Errorf("exit status %d:\n%s%s", status, stdout.String(), stderr.String())
			}
			outputs := written(t, dir, map[string]*bytes.Buffer{"stdout": &stdout, "stderr": &stderr})
			for _, format := range formats {
				if len(outputs["report."+format]) == 0 {
					t.Errorf("there is no report as %s", format)
				}
			}
			for _, name := range []string{"stdout", "report.json", "report.html"} {
				if !strings.Contains(outputs[name], "***") {
					t.Errorf("the test echoes nothing into %s", name)
				}
			}
			for name, output := range outputs {
				if found := leaks(output, append(secrets, "pw@2026!", "robot-ci")); len(found) > 0 {
					t.Errorf("%s: %d leaks, such as %s", name, len(found), strings.Join(found[:min(5, len(found))], "\n\t"))
				}
			}
		})
	}
}

// A run that cannot start has no settings yet that would tell what is secret.
func TestErrorsOfTheCallShowNoSecret(t *testing.T) {
	t.Parallel()
	const token, password = "s3cr3t-t0k3n", "pw@2026!-long"
	// Each quotes a secret in a message of its own.
	for name, call := range map[string]struct{ args, environ []string }{
		"no such setting":       {args: []string{"--header=X-Token: " + token, "--" + token + "=1", "public"}},
		"no directory":          {args: []string{"--header", "X-Token: " + token, token + "/public"}},
		"no URL":                {args: []string{"http://robot:pw%402026!-long@[host/"}},
		"no number":             {args: []string{"--header=X-Token: " + token, "--retries=" + strings.ToUpper(token), "public"}},
		"no host":               {args: []string{"--site-url=https://robot:pw%402026!-long@a.test:x/", "public"}},
		"no baseline":           {args: []string{"--baseline=" + token, "--header=Authorization: Bearer " + token, "."}},
		"input":                 {environ: []string{"INPUT_HEADER=X: y\nX-Token: " + token, "INPUT_TARGET=" + token}},
		"the token":             {args: []string{token}, environ: []string{"GITHUB_TOKEN=" + token}},
		"two targets":           {args: []string{"public", "ftp://robot:pw%402026!-long@a.test/"}},
		"no scheme of a site":   {args: []string{"ftp://robot:pw%402026!-long@a.test/"}},
		"a header without name": {args: []string{"--header=" + token, "--header=X-Token: " + token, "--jobs=" + token}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, workflow := range []bool{false, true} {
				dir := t.TempDir()
				environ := call.environ
				if workflow {
					environ = append([]string{"GITHUB_ACTIONS=true", "GITHUB_OUTPUT=" + filepath.Join(dir, "output"), "GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary")}, environ...)
				}
				var stdout, stderr bytes.Buffer
				status := cli.Run(t.Context(), cli.Process{Version: "test", Args: call.args, Environ: environ, Stdout: &stdout, Stderr: &stderr})
				if status != 2 {
					t.Errorf("exit status %d: %s", status, stderr.String())
				}
				outputs := written(t, dir, map[string]*bytes.Buffer{"stdout": &stdout, "stderr": &stderr})
				if workflow && len(outputs["summary"]) == 0 {
					t.Error("there is no summary")
				}
				for output, text := range outputs {
					if found := leaks(text, []string{token, password}); len(found) > 0 {
						t.Errorf("%s: %s", output, strings.Join(found, "\n\t"))
					}
				}
			}
		})
	}
}

func TestReportThatCannotBeWrittenShowsNoSecret(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-t0k3n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("<a href=x>"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := cli.Run(t.Context(), cli.Process{
		Version: "test", Stdout: &stdout, Stderr: &stderr,
		Args: []string{"--external=false", "--header=X-Token: " + token, "--report=json=" + filepath.Join(dir, "index.html", token), "--report=text=" + filepath.Join(dir, "text"), dir},
	})
	if status != livetest.Incomplete {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
	for output, text := range written(t, dir, map[string]*bytes.Buffer{"stdout": &stdout, "stderr": &stderr}) {
		if found := leaks(text, []string{token}); len(found) > 0 {
			t.Errorf("%s: %s", output, strings.Join(found, "\n\t"))
		}
	}
}

// TestLiveBaselineHoldsNoSecret holds that a baseline shows no secret of a target or a page, and
// knows the places all the same when the secret is another one.
func TestLiveBaselineHoldsNoSecret(t *testing.T) {
	t.Parallel()
	site := livetest.Serve(t, livetest.Site{})
	site.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := r.Header.Get("X-Token")
		switch r.URL.Path {
		case "/":
			livetest.Page(livetest.Links("/lost?t="+token, "/p?t="+token, "https://user:pass-w0rd@[/"))(w, r)
		case "/p":
			livetest.Page(livetest.Links("/gone"))(w, r)
		default:
			http.NotFound(w, r)
		}
	})
	dir := t.TempDir()
	for _, format := range []string{"baseline", "json"} {
		known := filepath.Join(dir, format)
		livetest.Check(t, "--header=X-Token: s3cr3t-t0k3n", "--report="+format+"="+known, site.URL+"/")
		text, err := os.ReadFile(known)
		if err != nil || strings.Contains(string(text), "s3cr3t") || strings.Contains(string(text), "w0rd") || !strings.Contains(string(text), "/p?t=***") {
			t.Errorf("%v\n%s", err, text)
		}
		r := livetest.Check(t, "--header=X-Token: another-t0k3n", "--baseline="+known, site.URL+"/")
		if r.Status != livetest.Clean || r.Report.Fixed != 0 || len(r.Report.Findings) < 3 {
			t.Errorf("%s: exit status %d\n%s", format, r.Status, r.Text)
		}
	}
}

// An ID is a hash of the target: with a password in it, the password could be guessed.
func TestLiveIDsDoNotDependOnASecret(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": func(w http.ResponseWriter, r *http.Request) {
		livetest.Page(livetest.Links("/lost?t="+r.Header.Get("X-Token")))(w, r)
	}})
	for _, token := range []string{"s3cr3t-t0k3n", "another-t0k3n"} {
		r := livetest.Check(t, "--header=X-Token: "+token, s.URL+"/")
		if got, want := r.Finding(t, "/lost?t=***").ID, link.FindingID("/lost?t=***", link.NotFound); got != want {
			t.Errorf("the ID with %s is %s, want %s", token, got, want)
		}
	}
}
