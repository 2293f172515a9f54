package config

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// aliasBombs are settings files in which one alias leads to so many bytes, and is written
// so often.
var aliasBombs = map[string]func(bytes, times int) string{
	"of blank lines": func(bytes, times int) string {
		return "include:\n- &a |\n" + strings.Repeat("\n", bytes) + "\n  /a\n" + strings.Repeat("- *a\n", times)
	},
	"of long lines": func(bytes, times int) string {
		return "accept: [&a \"" + strings.Repeat("403 ", bytes/4) + "\"" + strings.Repeat(",*a", times) + "]"
	},
	"of rules": func(_, times int) string {
		return "a: &a {match: /x, fragments: none}\nrules:\n" + strings.Repeat("- *a\n", times)
	},
	"of keys of rules": func(bytes, times int) string {
		return "a: &a {" + strings.Repeat("a: 1, ", bytes/6) + "}\nrules:\n" + strings.Repeat("- *a\n", times)
	},
	"of patterns of rules": func(bytes, times int) string {
		return "a: &a [" + strings.Repeat("/x,", bytes/3) + "]\nrules:\n" + strings.Repeat("- {match: *a}\n", times)
	},
	"of headers of rules": func(bytes, times int) string {
		return "a: &a {" + strings.Repeat("a: 1, ", bytes/6) + "}\nrules:\n" + strings.Repeat("- {headers: *a}\n", times)
	},
	"of texts of rules": func(bytes, times int) string {
		return "a: &a \"" + strings.Repeat("403 ", bytes/4) + "\"\nrules:\n" + strings.Repeat("- {accept: *a}\n", times)
	},
	"of commas": func(bytes, times int) string {
		return "accept: [&a \"/" + strings.Repeat(",", 4*bytes) + "\"" + strings.Repeat(",*a", times) + "]"
	},
}

func BenchmarkLinearAliases(b *testing.B) {
	for name, content := range aliasBombs {
		b.Run(name, func(b *testing.B) {
			size := 1 << 16
			if name == "of commas" {
				size = 1 << 18 // below the bounds, what they make takes long
			}
			lineartest.Time(b, size, func(n int) func() {
				src := file(content(n, n/4))
				return func() { _, _ = Load(src) }
			})
		})
	}
}

// costlyPatterns are among the costliest patterns that the bounds let through.
var costlyPatterns = map[string]func(n int) string{
	"doublestars":          repeated("**/", 300),
	"stars":                repeated("*a", 450),
	"stars in doublestars": repeated("**/*a*/", 140),
	"braces":               repeated("{a,*}", 8),
	"braces in segments":   func(n int) string { return "**/" + repeated("{a,*}/", 8)(n) },
	"nested braces":        func(n int) string { return repeated("*{", 300)(n) + "a" + repeated("}", 300)(n) },
	"many single braces":   repeated("*{a}", 240),
	"repetitions":          func(int) string { return "/(a*)*(a|aa)+x/" },
	"many options":         func(int) string { return "/(" + strings.Repeat("a?", 450) + ")x/" },
}

// repeated returns a piece of a pattern n times, and at most so often.
func repeated(piece string, most int) func(n int) string {
	return func(n int) string { return strings.Repeat(piece, min(n, most)) }
}

// costlyMatch returns the work of a pattern on URLs of so many bytes.
func costlyMatch(t testing.TB, pattern func(n int) string, size int) func() {
	t.Helper()
	text := pattern(size / 8)
	if text[0] != '/' {
		text += "x"
	}
	p, err := parsePattern(text)
	if err != nil {
		t.Fatal(err)
	}
	candidates := []string{strings.Repeat("a", size), strings.Repeat("a/", size/2), "/" + strings.Repeat("aaaa/", size/5)}
	return func() { (Patterns{p}).Match(candidates...) }
}

func BenchmarkLinearPatterns(b *testing.B) {
	for name, pattern := range costlyPatterns {
		b.Run(name, func(b *testing.B) {
			lineartest.Time(b, 1<<13, func(n int) func() { return costlyMatch(b, pattern, n) })
		})
	}
}

func BenchmarkLinearLoad(b *testing.B) {
	of := func(name string, shapes []string, source func(text string) Sources) {
		for _, shape := range shapes {
			b.Run(name+" "+shape, func(b *testing.B) {
				lineartest.Time(b, 1<<15, func(n int) func() {
					src := source(strings.Repeat(shape, n/len(shape)))
					return func() { _, _ = Load(src) }
				})
			})
		}
	}
	of("file", []string{"- ", "a:\n ", "[[", "{a: ", "a: b\n", "- &a b\n", "&a *a ", "exclude: /a\n"}, file)
	of("list", []string{"/a/**,", "{", "{a,b}", "403 /a,", "*"}, func(text string) Sources { return file("accept: [" + text + "]") })
	of("rules", []string{"match: /a\n- ", "{match: /a, fragments: none}\n- "}, func(text string) Sources { return file("rules:\n- " + text) })
	of("arguments", []string{"--exclude=/a ", "--a ", "-a ", "--no-exclude "}, func(text string) Sources { return Sources{Args: strings.Fields(text)} })
	of("argument", []string{"/a\n", "{", "(", "{a,*}/", "www.a "}, func(text string) Sources { return Sources{Args: []string{"--exclude=" + text}} })
	of("header", []string{"a: ", "\n"}, func(text string) Sources { return Sources{Args: []string{"--header=a: " + text}} })
}
