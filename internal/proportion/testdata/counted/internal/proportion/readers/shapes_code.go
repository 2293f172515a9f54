package main

// programs are shapes of programs, whose comments and strings hold links.
var programs = shapes{
	openers:     []string{"/**", "/// ", "/*", "\"", "'", "'\\", "\"\"\"", "r#\"", "R\"(", "#[doc = \"", "#: ", "{@code ", "@code ", "@image html ", "(\"a\", \"", "\\", "url(", "url(\"", "@import \"", "<script>", "{{ pathname: '", "const a = \"", "="},
	closers:     []string{"*/", "\"", "\"\"\"", "@endcode ", ")", "</script>"},
	nesting:     [][2]string{{"/** ", " */"}, {"{@code {", "}}"}, {"(\"a\", ", ")"}, {"export const a = [", "]"}},
	repetition:  []string{"/// [a](/b%d)\n", "/// a\n\n", "/** [a](/b%d) */\n", "#[doc = \"[a](/b%d)\"]\n", "\"\"\"`a </b%d>`_\"\"\"\n", "#: a\n", "(\"a\", \"/b%d\"),\n", "a{b:url(/c%d)}\n", "export const a%d = ['/b']\n", "include_str!(\"a%d.md\")\n", "\"<a href=\\\"/b%d\\\">\",\n", "<a to={{ path: '/b%d', hash: 'c' }}>\n", "const a%d = '/b'\n<a href={a%d}>\n"},
	alternation: [][2]string{{"/// a\n", "//! b\n"}, {"\"", "'"}, {"/*", "*"}, {"@code ", "\\verbatim "}},
}
