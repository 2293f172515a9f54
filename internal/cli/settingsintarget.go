package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/config"
)

// settingsInTarget returns a note when the directory that is checked holds a settings
// file: only the one of the working directory is read.
func settingsInTarget(p Process, cfg *config.Config) []string {
	if cfg.ConfigFile != configFile || isURL(cfg.Target) {
		return nil
	}
	name := filepath.Join(cfg.Target, configFile)
	inTarget, err := os.Stat(name)
	if err != nil || !inTarget.Mode().IsRegular() {
		return nil
	}
	if read, err := os.Stat(configFile); err == nil && os.SameFile(read, inTarget) {
		return nil
	}
	name = filepath.ToSlash(name)
	return []string{fmt.Sprintf("%s is ignored; move its settings to %s in the working directory, or set %s",
		name, configFile, p.option("config", name))}
}
