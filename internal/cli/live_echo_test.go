package cli_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
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

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// echoes are the ways in which a server may write a secret.
func echoes(secret string) []string {
	var all []string
	for _, s := range []string{secret, strings.ToUpper(secret)} {
		var percent, lower, twice, escaped, decimal strings.Builder
		for _, c := range []byte(s) {
			fmt.Fprintf(&percent, "%%%02X", c)
			fmt.Fprintf(&lower, "%%%02x", c)
			fmt.Fprintf(&twice, "%%25%02X", c)
			fmt.Fprintf(&escaped, `\u%04x`, c)
			fmt.Fprintf(&decimal, "&#%d;", c)
		}
		all = append(all, s, url.QueryEscape(s), url.PathEscape(s), url.QueryEscape(url.QueryEscape(s)), percent.String(), lower.String(),
			twice.String(), escaped.String(), decimal.String(), strconv.Quote(s), html.EscapeString(s), hex.EncodeToString([]byte(s)))
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
				for _, form := range []string{secret, hex.EncodeToString([]byte(secret)), strings.ReplaceAll(secret, " ", "+")} {
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
			formats := []string{"json", "sarif", "junit", "markdown", "gitlab", "pages", "html", "text"}
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
