package markup

import "strings"

// isManifest reports whether a data file of that name, in lower case, describes a package
// or sets up a tool. The paths in it are never links of a page, under any key.
func isManifest(base string) bool {
	switch base {
	case "package.json", "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "composer.json", "composer.lock",
		"bower.json", "deno.json", "deno.jsonc", "jsr.json", "lerna.json", "nx.json", "turbo.json", "angular.json", "jsconfig.json", "tsconfig.json",
		"cargo.toml", "rust-toolchain.toml", "rustfmt.toml", "clippy.toml", "deny.toml", "pyproject.toml", "pixi.toml", "pubspec.yaml", "chart.yaml",
		"action.yml", "action.yaml", "renovate.json", "codecov.yml", "vcpkg.json", "conanfile.json":
		return true
	}
	return strings.HasPrefix(base, "tsconfig.") || strings.HasPrefix(base, "docker-compose.") || base == "compose.yml" || base == "compose.yaml"
}
