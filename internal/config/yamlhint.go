package config

import (
	"bytes"
	"strings"
)

// yamlHint says what to do about a line that is no YAML; empty when its mistake is not a
// usual one. It repeats nothing of the line, which may hold a secret.
func yamlHint(content []byte, line int) string {
	lines := bytes.SplitN(content, []byte("\n"), line+1)
	if line < 1 || len(lines) < line {
		return ""
	}
	text := string(lines[line-1])
	trimmed := strings.TrimLeft(text, " ")
	if strings.HasPrefix(trimmed, "\t") {
		return "; indent with spaces, not with tabs"
	}
	value := yamlValue(trimmed)
	switch {
	case value == "":
		return ""
	case strings.ContainsAny(value[:1], "*@`%"):
		return `; quote the value, because YAML reserves ` + value[:1] + `: "` + value[:1] + `…"`
	case strings.HasPrefix(value, "[") && strings.ContainsAny(value, "*@`%"):
		return `; quote each value of the list, because YAML reserves *, @ and %: ["*…"]`
	case strings.HasPrefix(value, `"`) && strings.Contains(value, `\`):
		return `; put a value that contains a backslash in single quotes: '…'`
	case strings.Contains(value, ": "):
		return `; quote the value, because it contains a colon and a space: "…"`
	}
	return ""
}

// yamlValue returns the text after the hyphen of an item, or after a key.
func yamlValue(line string) string {
	for {
		rest, item := strings.CutPrefix(line, "- ")
		if !item {
			break
		}
		line = strings.TrimLeft(rest, " ")
	}
	if key, value, ok := strings.Cut(line, ": "); ok && !strings.ContainsAny(key, "*\"'[{@`%") {
		line = value
	}
	return strings.TrimSpace(line)
}
