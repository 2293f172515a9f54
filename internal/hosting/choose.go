package hosting

// Choice is the profile by which a deployment is read.
type Choice struct {
	Profile Profile
	// Why says by which sign it was chosen, such as "netlify.toml says so"; empty
	// where nobody needs to be told.
	Why string
	// Assumed is whether nothing told the host, so that what hosts differ in is
	// given the benefit of the doubt.
	Assumed bool
}

// Auto is the value of the setting that lets the deployment's own files tell.
const Auto = "auto"

// Choose makes the profile of that name for a deployment. The name is one of
// Names, or Auto.
func Choose(name string, d Deployment) Choice {
	if known := makerOf(name); known != nil {
		return Choice{Profile: known(d)}
	}
	return detect(d, makerOf)
}

// maker is one row of the table of profiles.
type maker struct {
	name string
	make func(Deployment) Profile
}

// makerOf returns what makes the profile of that name; nil when there is none.
func makerOf(name string) func(Deployment) Profile {
	for _, known := range profiles {
		if known.name == name {
			return known.make
		}
	}
	return nil
}

// profiles are all that there are.
var profiles = []maker{
	{"plain", func(d Deployment) Profile { return NewPlain(d) }},
	{"github-pages", func(d Deployment) Profile { return NewGitHubPages(d) }},
	{"netlify", func(d Deployment) Profile { return NewNetlify(d) }},
	{"cloudflare-pages", func(d Deployment) Profile { return NewCloudflarePages(d) }},
	{"vercel", func(d Deployment) Profile { return NewVercel(d) }},
	{"firebase", func(d Deployment) Profile { return NewFirebase(d) }},
	{"azure", func(d Deployment) Profile { return NewAzure(d) }},
}

// Names are the names of all profiles.
func Names() []string {
	names := make([]string, len(profiles))
	for i, known := range profiles {
		names[i] = known.name
	}
	return names
}
