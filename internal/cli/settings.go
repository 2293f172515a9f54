package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// The sizes in bytes past which a file that a user names is not what it should
// be.
const (
	maxConfig   = 1 << 20
	maxBaseline = 1 << 30
)

// loadConfig gathers the settings from all their sources.
func loadConfig(p Process) (config.Config, error) {
	sources := config.Sources{Args: p.Args, Environ: p.Environ}
	name, chosen := sources.SettingsFile()
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
		return nil, plain(err)
	}
	return data, nil
}

// plain takes the name of the file out of an error whose reader knows it.
func plain(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// readBaseline returns the IDs of the findings in an earlier JSON report; none
// when there is no baseline.
func (s *session) readBaseline(name string) (map[string]bool, error) {
	if name == "" {
		return nil, nil
	}
	how := s.process.option("report", "json="+name)
	data, err := readFile(name, maxBaseline)
	if err != nil {
		return nil, fmt.Errorf("could not read the baseline %q: %w; make one with %s", name, err, how)
	}
	var report struct {
		Schema   string `json:"schema"`
		Findings []struct {
			ID string `json:"id"`
		} `json:"findings"`
	}
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, fmt.Errorf("could not read the baseline %q: %w; make it anew with %s", name, err, how)
	}
	if report.Schema != link.Schema {
		return nil, fmt.Errorf("could not read the baseline %q: its schema is %q, not %q; make it anew with %s",
			name, report.Schema, link.Schema, how)
	}
	known := make(map[string]bool, len(report.Findings))
	for _, finding := range report.Findings {
		known[finding.ID] = true
	}
	return known, nil
}
