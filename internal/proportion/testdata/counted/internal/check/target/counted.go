package target

import "bytes"

// CountedQueue keeps links, one for each line, and takes them out.
func CountedQueue(text []byte) {
	var kept packedQueue
	for line := range bytes.Lines(text) {
		kept.Add(WaitingLink{Page: 1, Fragment: string(line), Seen: SeenLink{Line: 1, Column: 1, Raw: string(line), Text: string(line)}})
	}
	kept.each(func(WaitingLink) {})
}
