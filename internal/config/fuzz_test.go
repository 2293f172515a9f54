package config

import (
	"strings"
	"testing"
	"unicode"
)

// checkFaults fails unless err is nil or made of faults that are single lines,
// fit to be printed in a workflow's log.
func checkFaults(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if len(line) > 4000 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) ||
			strings.HasPrefix(line, "::") || strings.Contains(line, "##[") {
			t.Errorf("%q is not a plain line", line)
		}
	}
}

func FuzzFile(f *testing.F) {
	for _, seed := range []string{
		"", "# x\n", "~", "retries: 1\nfail-on: none\n", "exclude: |\n  /a\n  /b\n", "exclude: [/a, ~, '[']", "retries: [1]",
		"exclude: &a [*a]", "a: &a [*b]", "? [a]\n: 1", "<<: {retries: 1}", "retries: 1\n---\n- x", "\"##[x\": 1", "header: ['X: y']",
		"accept:\n- /{a,b}=403,5xx\n", "exclude: {a: b}", "*a : b", "&a retries: 1\n*a : 2\n", "!!binary retries: aGk=", "%YAML 1.1\n---\nretries: 010",
		"rules:\n- match: https://a.example/**\n  headers: {X: y}\n  accept: [403, 5xx]\n  host-rate: 2\n- {match: [/a, '/b/'], verdict: warn}\n",
		"rules: [1, {}, {match: /x}, {match: '[', verdct: ok, timeout: 0}, {headers: [a]}]", "rules: {}", "rules: &a [*a]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<16 {
			t.Skip("the caller bounds the file; this keeps the fuzzer quick")
		}
		_, err := Load(file(string(content)))
		checkFaults(t, err)
	})
}

func FuzzArgs(f *testing.F) {
	for _, seed := range []string{
		"", "public", "--retries=1", "--retries 1", "-h", "--", "-- -x", "--external false x", "--=1", "-=", "---x", "--header X: y",
		"--timeuot 5s a b", "- -", "--report json=a --report json=a", "--shard 2/8 a b", "--version=1", "--##[x]=1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		_, err := Load(Sources{Args: strings.Split(line, " "), Environ: []string{"INPUT_" + line}})
		checkFaults(t, err)
	})
}

func FuzzPattern(f *testing.F) {
	for _, seed := range [][2]string{
		{"https://*.example.com/**", "https://www.example.com/a"},
		{"/drafts/**", "/drafts/"},
		{"**/*.pdf", "/a/b.pdf"},
		{"/^a(b|c)*$/", "abc"},
		{"{a,{b,c}}[!x-z]\\*?", "ba*?"},
		{"[a-\\", "a"},
		{"**/{a,}*/**/x", "/b/a/x"},
		{"[\xff-\xfe]", "\xff"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, candidate string) {
		if len(candidate) > 4096 {
			t.Skip("longer than any URL that is worth a match")
		}
		p, err := parsePattern(text)
		if err != nil {
			return
		}
		first, again := (Patterns{p}).Match(candidate), (Patterns{p}).Match("\x00", candidate)
		if first && !again {
			t.Errorf("%q matches %q, but not as one of two", text, candidate)
		}
	})
}

func FuzzAccept(f *testing.F) {
	for _, seed := range []string{"403", "403, 5xx", "/{a,b}=403,404", "/a{1,2}/=4xx", "=", "=403", "a=b=403", ",,", "/,=403"} {
		f.Add(seed, 403, "/a")
	}
	f.Fuzz(func(t *testing.T, text string, status int, candidate string) {
		if len(candidate) > 4096 {
			t.Skip("longer than any URL that is worth a match")
		}
		c, err := Load(Sources{Args: []string{"--accept=" + text}})
		checkFaults(t, err)
		if err == nil && c.Accept.Allows(status, candidate) && (status < 100 || status > 999) {
			t.Errorf("%q allows %d, which is no status", text, status)
		}
	})
}
