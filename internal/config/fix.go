package config

// The values of Config.Fix.
const (
	FixNone  = "none"
	FixDiff  = "diff"
	FixWrite = "write"
)

var fixChoices = []string{FixNone, FixDiff, FixWrite}

// fixSetting is about changing the sources.
func fixSetting() Setting {
	return Setting{
		Name: "fix", Value: "WHAT", Default: FixNone,
		Meaning: "Fix links in the sources where there is exactly one right answer: `diff` prints a patch on standard output and the report on standard error, `write` changes the files",
		Choices: fixChoices,
		set:     scalar(func(c *Config) *string { return &c.Fix }, enum(fixChoices...)),
	}
}
