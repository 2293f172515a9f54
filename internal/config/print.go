package config

// The values of Config.Print.
const (
	PrintSchema     = "schema"
	PrintMan        = "man"
	PrintBash       = "completion-bash"
	PrintZsh        = "completion-zsh"
	PrintFish       = "completion-fish"
	PrintPowerShell = "completion-powershell"
)

var printChoices = []string{PrintSchema, PrintMan, PrintBash, PrintZsh, PrintFish, PrintPowerShell}

// PrintChoices returns the values of Config.Print. It is the caller's own copy.
func PrintChoices() []string { return append([]string(nil), printChoices...) }

var parsePrint = enum(printChoices...)
