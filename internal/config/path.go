package config

import "strings"

// IsURL reports whether a target is on the network, and not a directory.
func IsURL(target string) bool {
	lower := strings.ToLower(strings.TrimSpace(target))
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}

// directoryOf is the path that a target is; empty for a URL.
func directoryOf(target string) string {
	if IsURL(target) {
		return ""
	}
	return target
}

// itself is the path that a value is.
func itself(s string) string { return s }

// reportPath is the path in FORMAT=PATH; empty where there is none.
func reportPath(s string) string {
	// The setter has reported its faults.
	report, _ := parseReport(s)
	return report.Path
}
