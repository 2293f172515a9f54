package cli

import (
	"github.com/linkvet/linkvet/internal/completion"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/manpage"
)

// printFile prints a file that other programs read: the schema of the settings file, the
// manual page, or the completion of a shell.
func printFile(p Process, what string) error {
	switch what {
	case config.PrintSchema:
		return config.WriteSchema(p.Stdout)
	case config.PrintMan:
		return manpage.Write(p.Stdout, p.Version)
	}
	return completion.Write(p.Stdout, what)
}
