package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/openfile"
)

// maxConfig is the size in bytes of the largest settings file that is read.
const maxConfig = 1 << 20

// loadConfig gathers the settings from all their sources.
func loadConfig(p Process) (config.Config, error) {
	sources := config.Sources{Args: p.Args, Environ: p.Environ}
	name, chosen := sources.SettingsFile()
	name = p.workspacePath(name)
	if name == "" {
		return config.Load(sources)
	}
	data, err := p.readSettingsFile(name, chosen)
	switch {
	case err == nil:
		sources.File, sources.FileName = data, name
	case chosen || !errors.Is(err, fs.ErrNotExist):
		unread := fmt.Errorf("could not read %s: %w", name, err)
		cfg, err := config.Load(sources)
		if err == nil && (cfg.Help || cfg.Version) {
			return cfg, nil
		}
		return cfg, errors.Join(unread, err)
	}
	return config.Load(sources)
}

// readFile reads a file of at most limit bytes.
func readFile(name string, limit int64) ([]byte, error) {
	data, err := openfile.Read(name, limit)
	if errors.Is(err, openfile.ErrTooLarge) {
		return nil, fmt.Errorf("it is larger than %d MiB", limit>>20)
	}
	if err != nil {
		return nil, openfile.Cause(err)
	}
	return data, nil
}
