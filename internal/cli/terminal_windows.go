package cli

import "golang.org/x/sys/windows"

// understandsSequences makes a console understand escape sequences, and reports whether it
// does: most consoles show them as text before, and old ones always.
func understandsSequences(console uintptr) bool {
	var mode uint32
	if err := windows.GetConsoleMode(windows.Handle(console), &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(windows.Handle(console), mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
