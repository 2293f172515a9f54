package config

import (
	"fmt"
	"strings"
)

// The advice on settings of other tools that linkvet does not have.
const (
	advicePrivate      = "private addresses are skipped by default; remove it"
	adviceToken        = "set the environment variable GITHUB_TOKEN"
	adviceCertificates = "linkvet always verifies certificates; remove it"
	adviceCrawl        = "a live site is always crawled; remove it, or limit it by max-depth"
	adviceDump         = "--dump lists the links without a check"
	adviceProgress     = "progress is shown only at a terminal; remove it"
	adviceRedirects    = "the limit is that of browsers; remove it"
	adviceRobots       = "robots.txt does not limit the check of a site; remove it"
	advicePath         = "write the whole path in target"
	adviceNoCheck      = "linkvet has no such check; remove it"
	adviceWith         = `write the settings without "with:" around them`
)

// byOtherName says what linkvet calls a setting that other tools have under a name;
// empty when none has. flag reports whether it was given as a flag.
func byOtherName(name string, flag bool) string {
	if flag && shortFlags[name] != "" {
		return "unknown setting; write " + shortFlags[name]
	}
	name = strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name))
	for _, o := range otherNames {
		for other := range strings.FieldsSeq(o.names) {
			switch {
			case other != name:
			case o.advice != "":
				return "unknown setting; " + o.advice
			case o.value != "":
				return "unknown setting; write " + written(o.setting, o.value, flag)
			case flag:
				return "unknown setting; linkvet calls it --" + o.setting
			default:
				return fmt.Sprintf("unknown setting; linkvet calls it %q", o.setting)
			}
		}
	}
	return ""
}

// written returns a setting with a value as the user has to write it.
func written(name, value string, flag bool) string {
	if flag {
		return "--" + name + "=" + value
	}
	return name + ": " + value
}
