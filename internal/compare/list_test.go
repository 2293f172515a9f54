package compare_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestServerLog compares what readers found, and not what the old site did not have either:
// errors, forms, and the files of a build. Noise of the network is in each log.
func TestServerLog(t *testing.T) {
	t.Parallel()
	now := livetest.Serve(t, newSite())
	line := func(request, status string) string {
		return `192.0.2.7 - bob [22/Nov/2026:10:00:00 +0000] "` + request + `" ` + status + ` 512 "https://example.com/referrer" "Mozilla/5.0"` + "\n"
	}
	log := line("GET /guide/ HTTP/1.1", "200") + line("GET /was HTTP/2.0", "200") + line("GET /was HTTP/2.0", "304") +
		line("GET /sent-on HTTP/1.1", "301") + line("GET /wp-login.php HTTP/1.1", "404") + line("POST /form HTTP/1.1", "200") +
		line("GET /main.a1b2c3.css HTTP/1.1", "200") + line(`\x16\x03\x01`, "400") + line("-", "408") +
		line(`GET /a\" b HTTP/1.1`, "404") + line("GET /with space HTTP/1.1", "200") + "example.com:443 " + line("HEAD /head HTTP/1.1", "200")
	r := livetest.Check(t, "--compare="+write(t, "access.log", log), now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was", "/sent-on", "/with%20space", "/head"))
	if f := r.Finding(t, "/was"); !strings.Contains(f.Message, "(2 visits)") {
		t.Errorf("got %q", f.Message)
	}
}

// TestStatusColumn takes the column with the answers of the old site for what it is.
func TestStatusColumn(t *testing.T) {
	t.Parallel()
	now := livetest.Serve(t, newSite())
	table := "\"Address\",\"Status\",\"Status Code\",\"Title 1 Length\"\n" +
		"\"https://example.com/was\",\"OK\",\"200\",\"42\"\n\"https://example.com/never\",\"Not Found\",\"404\",\"9\"\n"
	r := livetest.Check(t, "--compare="+write(t, "crawl.csv", table), now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was"))
	if f := r.Finding(t, "/was"); strings.Contains(f.Message, "visit") {
		t.Errorf("got %q", f.Message)
	}
}

// TestEncodedLists reads lists as spreadsheets and shells of Windows write them.
func TestEncodedLists(t *testing.T) {
	t.Parallel()
	pages := newSite()
	pages["/b%C3%BCro/"] = livetest.FullPage("Office", "office")
	now := livetest.Serve(t, pages)
	text := "Seite\tKlicks\r\n/b\u00fcro/\t7\r\n/k\u00fcche/\t5\r\n"
	little, big := []byte("\xff\xfe"), []byte("\xfe\xff")
	for _, unit := range utf16.Encode([]rune(text)) {
		little, big = append(little, byte(unit), byte(unit>>8)), append(big, byte(unit>>8), byte(unit))
	}
	for name, list := range map[string]string{
		"UTF-8": text, "with a mark": "\ufeff" + text, "UTF-16": string(little), "UTF-16, big endian": string(big), "Windows-1252": strings.ReplaceAll(text, "\u00fc", "\xfc"),
	} {
		r := livetest.Check(t, "--compare="+write(t, "old.txt", list), now.URL)
		r.Found(t, livetest.Failed, lostURLs("/k%C3%BCche/"))
		if f := r.Finding(t, "/k%C3%BCche/"); !strings.Contains(f.Message, "(5 visits)") {
			t.Errorf("%s: got %q", name, f.Message)
		}
	}
}

// TestNumberedPosts calls the posts of a site lost that it named by numbers, when the new one has
// files: each of these URLs shows its home page.
func TestNumberedPosts(t *testing.T) {
	t.Parallel()
	list := write(t, "old.txt", "/?p=12\n/index.html?page_id=3\n/?utm_source=x\n/?p=\n/guide/?p=2\n")
	dir := writeSite(t, map[string]string{"index.html": "<title>Home</title>", "guide/index.html": "<title>Guide</title>"})
	r := livetest.Check(t, "--hosting=plain", "--compare="+list, dir)
	r.Found(t, livetest.Failed, lostURLs("/?p=12", "/index.html?page_id=3"))
	pages := newSite()
	pages["/?p=12"] = livetest.FullPage("Post", "a post")
	r = livetest.Check(t, "--compare="+write(t, "old.txt", "/?p=12\n"), livetest.Serve(t, pages).URL)
	r.Found(t, livetest.Clean, nil)
}
