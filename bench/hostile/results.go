//go:build linux

package main

import (
	"bufio"
	"fmt"
	"strings"
)

// results are files of earlier runs, and what the runner tells of its event.
func results() []hostile {
	var cases []hostile
	baseline := func(name string, size int, unit string, write func(w *bufio.Writer, size int), statuses ...int) {
		cases = append(cases, hostile{
			name: "baseline: " + name, size: size, unit: unit, ends: statuses,
			args: []string{"--external=false", "--baseline=baseline.json", "site"},
			make: func(p *place, size int) {
				around(p)
				p.stream("baseline.json", func(w *bufio.Writer) { write(w, size) })
			},
		})
	}
	report := func(finding string) func(w *bufio.Writer, size int) {
		return func(w *bufio.Writer, size int) {
			_, _ = w.WriteString(`{"schema":"linkvet.report/1","findings":[`)
			for i := range size {
				if i > 0 {
					_, _ = w.WriteString(",")
				}
				_, _ = w.WriteString(strings.ReplaceAll(finding, "NAME", fmt.Sprintf("%016x", i)))
			}
			_, _ = w.WriteString("]}")
		}
	}
	baseline("a million findings", 1_000_000, "findings", report(`{"id":"NAME","verdict":"broken","reason":"not-found","target":"/NAME","occurrences":[{"page":"/NAME/"}]}`), failed)
	baseline("a finding of 200 MB", 200_000_000, "bytes", func(w *bufio.Writer, size int) {
		_, _ = w.WriteString(`{"schema":"linkvet.report/1","findings":[{"id":"`)
		fill(w, "a", size)
		_, _ = w.WriteString(`"}]}`)
	}, failed, usage)
	baseline("900 MB that say nothing", 900_000_000, "bytes", func(w *bufio.Writer, size int) {
		_, _ = w.WriteString(`{"schema":"linkvet.report/1","findings":[`)
		fill(w, " ", size)
		_, _ = w.WriteString(`]}`)
	}, failed, usage)
	for _, text := range []string{"[", `{"findings":[`, `{"a":`, `"`, "1", "{}", "\x00"} {
		baseline(fmt.Sprintf("repeated %s", text), 100_000_000, "bytes", func(w *bufio.Writer, size int) { fill(w, text, size) }, usage)
	}
	for _, text := range []string{"", "null", "[]", `{"schema":1}`, `{"schema":"linkvet.report/1","findings":{}}`, `{"schema":"linkvet.report/1","findings":[1]}`, `{"schema":"linkvet.report/1","findings":[{"id":[]}]}`, `{"schema":"linkvet.report/9"}`} {
		baseline("just "+text, 0, "", func(w *bufio.Writer, _ int) { _, _ = w.WriteString(text) }, usage)
	}
	cache := func(name string, size int, unit string, write func(w *bufio.Writer, size int)) {
		cases = append(cases, hostile{
			name: "cache: " + name, size: size, unit: unit, ends: ends(failed, incomplete),
			args: []string{"--cache=cache", "site"},
			make: func(p *place, size int) {
				around(p)
				p.stream("cache", func(w *bufio.Writer) { write(w, size) })
			},
		})
	}
	cache("a million entries", 1_000_000, "entries", func(w *bufio.Writer, size int) {
		_, _ = w.WriteString("linkvet.cache/1\n")
		for i := range size {
			_, _ = fmt.Fprintf(w, "https://example.com/%s\t2026-11-21T09:00:00Z\t200\n", name(i))
		}
	})
	cache("entries of many fragments", 60_000_000, "bytes", func(w *bufio.Writer, size int) {
		_, _ = w.WriteString("linkvet.cache/1\nhttps://example.com/\t2026-11-21T09:00:00Z\t200")
		for i := range size / 18 {
			_, _ = fmt.Fprintf(w, "\t#%016x", i)
		}
		_, _ = w.WriteString("\n")
	})
	for _, text := range []string{"\t", "\n", "a", "\r", "https://example.com/\t"} {
		cache(fmt.Sprintf("repeated %q", text), 60_000_000, "bytes", func(w *bufio.Writer, size int) {
			_, _ = w.WriteString("linkvet.cache/1\n")
			fill(w, text, size)
		})
	}
	event := func(name string, size int, unit string, write func(w *bufio.Writer, size int)) {
		for _, kind := range []string{"pull_request", "deployment_status"} {
			cases = append(cases, hostile{
				name: kind + ": " + name, size: size, unit: unit, ends: ends(failed, usage, incomplete),
				env: []string{"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=" + kind, "GITHUB_EVENT_PATH=event.json", "GITHUB_REPOSITORY=owner/name"},
				make: func(p *place, size int) {
					around(p)
					p.stream("event.json", func(w *bufio.Writer) { write(w, size) })
				},
			})
		}
	}
	for _, text := range []string{"[", `{"pull_request":`, `{"deployment_status":[`, `"`, " "} {
		event(fmt.Sprintf("repeated %s", text), 100_000_000, "bytes", func(w *bufio.Writer, size int) { fill(w, text, size) })
	}
	event("a long title", 100_000_000, "bytes", func(w *bufio.Writer, size int) {
		_, _ = w.WriteString(`{"pull_request":{"title":"`)
		fill(w, "::error::x%0A", size)
		_, _ = w.WriteString(`","head":{"sha":"` + head + `"}}}`)
	})
	for _, text := range []string{"", "null", "[]", "1", `{"pull_request":[]}`, `{"pull_request":{"head":1}}`, `{"pull_request":{"head":{"sha":"../../etc"}}}`, `{"deployment_status":{"environment_url":{}}}`, `{"deployment_status":{"state":"success","environment_url":"file:///etc/passwd"}}`} {
		event("just "+text, 0, "", func(w *bufio.Writer, _ int) { _, _ = w.WriteString(text) })
	}
	return cases
}
