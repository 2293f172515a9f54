package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// work is what the browser is asked.
type work struct {
	Cases     []urlCase `json:"cases"`
	Encodings []string  `json:"encodings"`
	Queries   []string  `json:"queries"`
}

// urlCase is a reference and the base URL of the document that holds it.
type urlCase struct {
	Input string `json:"input"`
	Base  string `json:"base"`
}

// clickable reports whether the case can stand on a page: HTML has no NUL, and
// takes no base with one of these schemes.
func (c urlCase) clickable() bool {
	return !strings.Contains(c.Input, "\x00") && !strings.HasPrefix(c.Base, "data:") && !strings.HasPrefix(c.Base, "javascript:")
}

// encodings are the names of all legacy encodings that browsers write queries in.
var encodings = []string{
	"ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i",
	"iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
	"windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
	"windows-1257", "windows-1258", "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr",
	"x-user-defined", "utf-16le", "utf-16be", "utf-8",
}

// queries returns every character that is not ASCII of the first three planes,
// and texts that make encoders change their state.
func queries() []string {
	list := []string{"a日本b", "日本€語", "a¥‾b", "日¥本", "日ｱ本ﾞ", "−～∥", "é&#233;;", "€\U0001F600", "日#本", "'日'"}
	for r := rune(0x80); r < 0x30000; r++ {
		if r < 0xD800 || r > 0xDFFF {
			list = append(list, string(r))
		}
	}
	return list
}

// more are references that pages hold and the tests do not, each tried on every base of moreBases.
var more = []string{
	"", "#", "?", "#ü`", "?ü'", "a b ", " a ?b #c ", "a|b", "a^b", "a%zz", "/%2e%2E/x", `\\host\p`, "http:/foo", "https:x", "HTTP://EX.com:80/../a/./b",
	"//ex.com:443/", "///x", "http://exämple.com/ü?ü#ü", "https://user:p%40ss:w@h/", "http://0x7f.1/", "http://2130706433", "http://[::ffff:1.2.3.4]:8080/",
	"http://a_b.example.com/", "http://a..b/", "http://-1/", "http://a.-1/", "http://a.+1/", "http://[[::1]]/", "http://[::1]]/", "http://1.09/", "http://ß.de/",
	"http://a.b:0/", "http://a:65536/", "mailto:a@b.c?subject=ü x", "mailto:a ?b", "data:x #y", "data:x  ", "javascript:alert(' ü ')", "tel:+1 2", "foo://h/../x", "x:/..//a",
	"a\tb\nc", "ht\ntp://h", "./a:b", "..//../a", "a/./..", "'\"<>`{}", "/wiki/C++_(x)", "~a/!$&*,;=", "file:///C:/x", "http://%41.com", "http://ex.com./",
}

var moreBases = []string{"https://me:pw@ex.com:8080/dir/page.html?q=1#top", "http://127.0.0.1/", "foo://h/a/b", "mailto:a@b.c"}

// readCases reads the web-platform-tests that the module of the test oracle
// carries. A case without a base gets one that nothing can be resolved against.
func readCases(ctx context.Context) ([]urlCase, error) {
	dir, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		return nil, fmt.Errorf("could not find the cases: %w", err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "urltestdata.json"))
	var entries []json.RawMessage
	if err == nil {
		err = json.Unmarshal(data, &entries)
	}
	if err != nil {
		return nil, fmt.Errorf("could not read the cases: %w", err)
	}
	var cases []urlCase
	for _, entry := range entries {
		if entry[0] != '{' {
			continue // a comment
		}
		var c urlCase
		if err := json.Unmarshal(entry, &c); err != nil {
			return nil, fmt.Errorf("could not read a case: %w", err)
		}
		if c.Base == "" {
			c.Base = "about:blank"
		}
		cases = append(cases, c)
	}
	for _, base := range moreBases {
		for _, input := range more {
			cases = append(cases, urlCase{Input: input, Base: base})
		}
	}
	return cases, nil
}
