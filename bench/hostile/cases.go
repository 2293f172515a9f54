//go:build linux

package main

import "slices"

// The exit statuses, by their names in the README.
const (
	clean, failed, usage, incomplete = 0, 1, 2, 3
)

// cases returns all cases, in the order of the table.
func cases() []hostile {
	return slices.Concat(
		pages(), styles(), documents(), trees(), names(), links(), special(), sparse(), changing(),
		settingsFiles(), patterns(), hostRules(), gitDirectories(), results(), sources(), live(),
	)
}

// ends lists exit statuses.
func ends(statuses ...int) []int { return statuses }
