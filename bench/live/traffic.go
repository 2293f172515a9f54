package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// traffic is what the server saw of a tool.
type traffic struct {
	requests int
	// connections that sent a request
	connections int
	// pages is the number of distinct pages of HTML that were sent
	pages int
}

// readLog counts what stands in the server's log.
func readLog(path string) (traffic, error) {
	file, err := os.Open(path)
	if err != nil {
		return traffic{}, fmt.Errorf("could not read nginx's log: %w", err)
	}
	defer func() { _ = file.Close() }()
	var seen traffic
	connections, pages := map[string]bool{}, map[string]bool{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.SplitN(lines.Text(), "|", 5)
		if len(fields) != 5 || fields[4] == "" {
			continue
		}
		connection, method, status, kind, uri := fields[0], fields[1], fields[2], fields[3], fields[4]
		seen.requests++
		connections[connection] = true
		if method == "GET" && status == "200" && (strings.HasPrefix(kind, "text/html") || strings.HasPrefix(kind, "application/xhtml")) {
			path, _, _ := strings.Cut(uri, "?")
			pages[path] = true
		}
	}
	if err := lines.Err(); err != nil {
		return traffic{}, fmt.Errorf("could not read nginx's log: %w", err)
	}
	seen.connections, seen.pages = len(connections), len(pages)
	return seen, nil
}
