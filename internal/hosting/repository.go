package hosting

// readmes are the names of the files that GitHub shows below the listing of a directory.
var readmes = []string{"README.md", "readme.md", "Readme.md", "README.markdown"}

// newRepository returns the profile of GitHub as it shows the files of a repository: a file by its
// name, and a directory as its listing, with the README below it.
// https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-readmes
func newRepository(d Deployment) *profile {
	p := &profile{name: GitHubRepository, static: static{files: d.Files, indexes: readmes}}
	p.missing = func(req Request, a Answer) Answer {
		if name, _ := FileName(req.Path); d.Files.IsDir(name) {
			return Answer{Kind: Unknown} // its listing
		}
		return a
	}
	return p
}
