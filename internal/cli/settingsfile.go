package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/secrets"
)

// errLinkToNothing says what a settings file may be instead of one.
var errLinkToNothing = errors.New("it is a symbolic link to a file that does not exist")

// errNoWorkingDirectory says what keeps all files of the run from being found.
var errNoWorkingDirectory = errors.New("the working directory does not exist or cannot be read; start linkvet in another directory")

// readSettingsFile reads the settings file; the error is fs.ErrNotExist when there is
// none. The working directory may be untrusted, so a symbolic link there must not lead
// out of it: error messages quote the file, and would show a private file of the machine.
// A flag or an input may name any file.
func (p Process) readSettingsFile(name string, chosen bool) ([]byte, error) {
	if _, err := openfile.WorkingDirectory(); err != nil {
		return nil, errNoWorkingDirectory
	}
	if !chosen || p.inWorkflow() && openfile.LinkOut(p.getenv("GITHUB_WORKSPACE"), name) != "" {
		if why := openfile.Leaves(name); why != "" {
			return nil, fmt.Errorf("it %s; move the file here, or set its path: %s", why, p.option("config", "PATH"))
		}
	}
	data, err := readFile(name, maxConfig)
	if _, statErr := os.Lstat(name); errors.Is(err, fs.ErrNotExist) && statErr == nil {
		return nil, errLinkToNothing
	}
	return data, err
}

// fileNotes say in a workflow run which settings come from the settings file, as it is a
// part of what is checked, and in any run which ones it names and does not decide.
func fileNotes(p Process, cfg *config.Config) []string {
	var notes []string
	if len(cfg.InSettingsFile) > 0 && (p.inWorkflow() || cfg.Verbose) {
		notes = append(notes, fmt.Sprintf("settings from %s: %s", cfg.ConfigFile, strings.Join(cfg.InSettingsFile, ", ")))
	}
	for _, name := range cfg.NotTaken {
		switch {
		case p.inWorkflow():
			notes = append(notes, fmt.Sprintf("%s in %s is ignored in a workflow run; set it as an input", name, cfg.ConfigFile))
		case name == "token":
			notes = append(notes, fmt.Sprintf("%s in %s is ignored; set the environment variable %s", name, cfg.ConfigFile, secrets.Token))
		default:
			notes = append(notes, fmt.Sprintf("%s in %s is ignored; set it with the flag --%s", name, cfg.ConfigFile, name))
		}
	}
	return notes
}

// configFile is the settings file that is read when no other is chosen.
const configFile = ".linkvet.yml"

// unreadFiles are where settings files are put by mistake.
var unreadFiles = [...]string{".linkvet.yaml", "linkvet.yml", "linkvet.yaml", ".github/linkvet.yml", ".github/.linkvet.yml"}

// unreadSettings returns a note for each file of the working directory that looks
// like a settings file and is not read.
func unreadSettings(cfg *config.Config) []string {
	var notes []string
	if cfg.ConfigFile != configFile {
		return nil
	}
	_, err := os.Stat(configFile)
	for _, name := range unreadFiles {
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err == nil {
			notes = append(notes, fmt.Sprintf("%[1]s is ignored, because %[2]s exists; move its settings to %[2]s and remove it", name, configFile))
		} else {
			notes = append(notes, fmt.Sprintf("%s is ignored; rename it to %s", name, configFile))
		}
	}
	return notes
}
