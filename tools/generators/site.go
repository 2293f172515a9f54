package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v4"
)

//go:embed sites
var files embed.FS

// site is a file in sites: how a site is built, and what is known about it.
type site struct {
	name string
	// Generator is its name for people. Source says where the site comes from.
	Generator string `yaml:"generator"`
	Source    string `yaml:"source"`
	// Version prints the version of the generator. Get makes the sources in the working
	// directory, and Build builds them. All are programs for bash.
	Version string `yaml:"version"`
	Get     string `yaml:"get"`
	Build   string `yaml:"build"`
	// Dir is where linkvet runs, below the sources.
	Dir      string  `yaml:"dir"`
	Plants   []plant `yaml:"plants"`
	Findings []label `yaml:"findings"`
	// stamp changes with everything that the built site depends on.
	stamp, plantedStamp string
}

// plant is a breakage that is planted in the sources.
type plant struct {
	// Place is the kind of place, such as "Markdown text link".
	Place string `yaml:"place"`
	// In File, Old becomes New. Without Old, New goes to the end of the file.
	File string `yaml:"file"`
	Old  string `yaml:"old"`
	New  string `yaml:"new"`
	// Link is a part of the broken link that no other link of the site has; empty for a
	// change that only makes another breakage reach the site.
	Link string `yaml:"link"`
	// Where the same link is planted several times, Text, On and Nth tell its places on the
	// site: what it reads, the page, and its number among these links of the page.
	Text string `yaml:"text"`
	On   string `yaml:"on"`
	Nth  int    `yaml:"nth"`
	// Want are the right suggestions, with spaces; after a * only the end counts. Empty when
	// there is none.
	Want string `yaml:"want"`
	// line is where Link stands in the sources.
	line int
}

// label is what is known about a finding on the site as it is.
type label struct {
	// Target is the finding's target, or the beginning of several before a *.
	Target string `yaml:"target"`
	// Verdict is true, false or arguable.
	Verdict string `yaml:"verdict"`
	Why     string `yaml:"why"`
}

// readSites reads the files in sites, by name.
func readSites() ([]*site, error) {
	entries, err := files.ReadDir("sites")
	if err != nil {
		return nil, err
	}
	var sites []*site
	for _, e := range entries {
		data, err := files.ReadFile(path.Join("sites", e.Name()))
		if err != nil {
			return nil, err
		}
		s := &site{name: strings.TrimSuffix(e.Name(), ".yml")}
		decoder := yaml.NewDecoder(bytes.NewReader(data))
		decoder.KnownFields(true)
		if err := decoder.Decode(s); err != nil {
			return nil, fmt.Errorf("could not read sites/%s: %w", e.Name(), err)
		}
		sum := sha256.New()
		fmt.Fprintf(sum, "%q %q", s.Get, s.Build)
		s.stamp = fmt.Sprintf("%x", sum.Sum(nil))
		for _, p := range s.Plants {
			fmt.Fprintf(sum, "%q %q %q", p.File, p.Old, p.New)
		}
		s.plantedStamp = fmt.Sprintf("%x", sum.Sum(nil))
		sites = append(sites, s)
	}
	return sites, nil
}

// prepare makes the site in dir/NAME/asis and dir/NAME/planted, unless they are there, and finds
// the lines of the planted links.
func (s *site) prepare(ctx context.Context, dir string) (asis, planted string, err error) {
	asis, planted = filepath.Join(dir, s.name, "asis"), filepath.Join(dir, s.name, "planted")
	if !isStamped(asis, s.stamp) {
		err := errors.Join(os.RemoveAll(asis), os.MkdirAll(asis, 0o755))
		for _, step := range [][2]string{{"get", s.Get}, {"build", s.Build}} {
			if err == nil {
				err = s.script(ctx, asis, step[0], step[1])
			}
		}
		if err == nil {
			err = stampAs(asis, s.stamp)
		}
		if err != nil {
			return "", "", err
		}
	}
	if len(s.Plants) == 0 {
		return asis, planted, nil
	}
	if !isStamped(planted, s.plantedStamp) {
		// The modules of Node are many, and only read.
		err := s.script(ctx, asis, "copy", "rm -rf ../planted && cp -a . ../planted")
		for i := range s.Plants {
			if err == nil {
				err = s.Plants[i].apply(planted)
			}
		}
		if err == nil {
			// The author of a breakage has committed it.
			err = s.script(ctx, planted, "planted", "git add -A && git commit -qm 'Change the links'\n"+s.Build)
		}
		if err == nil {
			err = stampAs(planted, s.plantedStamp)
		}
		if err != nil {
			return "", "", err
		}
	}
	return asis, planted, s.locate(planted)
}

func isStamped(dir, stamp string) bool {
	data, err := os.ReadFile(dir + ".stamp")
	return err == nil && string(data) == stamp
}

func stampAs(dir, stamp string) error { return os.WriteFile(dir+".stamp", []byte(stamp), 0o600) }

// script runs a program of bash in dir. What it prints goes to a log beside dir.
func (s *site) script(ctx context.Context, dir, name, program string) error {
	log, err := os.Create(filepath.Join(filepath.Dir(dir), name+".log"))
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	cmd := exec.CommandContext(ctx, "bash", "-euc", program)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, log, log
	// Linkvet and the generators read these when a workflow runs them.
	cmd.Env = append(os.Environ(), "CI=", "SITE="+filepath.Dir(dir))
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("could not %s the site: %w: see %s", name, err, log.Name())
	}
	return nil
}

// apply plants a breakage in the sources in dir.
func (p *plant) apply(dir string) error {
	file := filepath.Join(dir, filepath.FromSlash(p.File))
	data, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	text := string(data)
	switch {
	case p.Old == "" && text == "":
		text = p.New + "\n"
	case p.Old == "":
		text = strings.TrimRight(text, "\n") + "\n\n" + p.New + "\n"
	case !strings.Contains(text, p.Old):
		return fmt.Errorf("%s does not hold %q", p.File, p.Old)
	default:
		text = strings.Replace(text, p.Old, p.New, 1)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	// The file may be a hard link of another: a new one takes its place.
	_ = os.Remove(file)
	return os.WriteFile(file, []byte(text), 0o600)
}

// locate finds the lines of the planted links.
func (s *site) locate(dir string) error {
	for i := range s.Plants {
		p := &s.Plants[i]
		if p.Link == "" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p.File)))
		if err != nil {
			return err
		}
		from := strings.Index(p.New, p.Link)
		if from < 0 {
			return fmt.Errorf("%s is not in what is planted in %s", p.Link, p.File)
		}
		line := p.New[strings.LastIndexByte(p.New[:from], '\n')+1:]
		line, _, _ = strings.Cut(line, "\n")
		at := bytes.Index(data, []byte(line))
		if at < 0 {
			// Another breakage is planted in the same line.
			at = bytes.Index(data, []byte(p.Link))
		}
		if at < 0 {
			return fmt.Errorf("%s does not hold the planted %s", p.File, p.Link)
		}
		p.line = 1 + bytes.Count(data[:at], []byte("\n"))
	}
	return nil
}
