//go:build race

package proportion

const raced = true
