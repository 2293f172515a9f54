package main

import (
	"os"
	"strings"
	"testing"
)

// TestLimitsInTheDocs holds the table of limits in docs/security.md to the constants in
// the code: a row and its constants change together.
func TestLimitsInTheDocs(t *testing.T) {
	t.Parallel()
	type constant struct{ file, text string }
	table := read(t, "docs/security.md")
	_, table, _ = strings.Cut(table, "\n## Limits\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := 0
	for row, constants := range map[string][]constant{
		"| one page or other document in a directory; links in it; its base URL | 64 MiB; 1,000,000; 32 KiB |":                             {{"site/reader.go", "MaxPage = 64 << 20"}, {"scan/page.go", "MaxLinks = 1_000_000"}, {"check/document.go", "MaxBase = 32 << 10"}},
		"| one body from the site, unpacked; from another host | 64 MiB; 8 MiB |":                                                          {{"fetch/options.go", "defaultMaxBody         = 64 << 20"}, {"fetch/options.go", "defaultMaxExternalBody = 8 << 20"}},
		"| bodies in memory at once, beyond the first MiB of each | 64 MiB |":                                                              {{"fetch/body/memorybudget.go", "MaxMemory = 64 << 20"}, {"fetch/body/read.go", "firstBytes = 1 << 20"}},
		"| large documents that are read at the same time | 32 MiB together, or one larger document |":                                     {{"check/pagebudget.go", "LargePages = 32 << 20"}},
		"| links, anchors and names that are kept until the end | 512 MiB, estimated: the run ends there |":                                {{"check/bounds.go", "Kept: 512 << 20"}},
		"| memory at which the garbage collector works harder | 768 MiB, unless `GOMEMLIMIT` says otherwise |":                             {{"cli/memorylimit.go", "memoryLimit = 768 << 20"}},
		"| redirects that are kept for all links; and for other links to the same URL | 64 MiB; 64 MiB: above that, three for each link |": {{"fetch/hopbudget.go", "maxAllHops = 64 << 20"}, {"fetch/singleflight.go", "maxKeptAnswers = 64 << 20"}},
		"| the header of one answer; a URL in `Location` | 256 KiB; 32 KiB |":                                                              {{"fetch/transport/network.go", "maxHeaderBytes = 256 << 10"}, {"fetch/hop.go", "maxLocation = 32 << 10"}},
		"| redirects of one link | 20 |":                                                                                                            {{"fetch/redirectwalk.go", "MaxRedirects = 20"}},
		"| one attempt of one request, with all its parts | `timeout` |":                                                                            nil,
		"| the wait in a `Retry-After` header; refusals of one host | 60 s; linkvet gives up on the host after 30 s |":                              {{"fetch/host/retryafter.go", "MaxRetryAfter = 60 * time.Second"}, {"fetch/retry.go", "maxPathWait = 30 * time.Second"}},
		"| cookies of one host; of all hosts | 50, of 4 KiB each; 16 MiB |":                                                                         {{"fetch/host/cookies.go", "maxCookies     = 50"}, {"fetch/host/cookies.go", "maxCookieBytes = 4096"}, {"fetch/host/cookies.go", "maxAllCookies = 16 << 20"}},
		"| connections of one attempt over HTTP/2 that accept no request | 4 |":                                                                     {{"fetch/transport/conn.go", "maxDials = 4"}},
		"| broken targets of a run; requested targets | 200,000; 1,000,000: the run ends there |":                                                   {{"check/bounds.go", "Findings: 200_000, Occurrences: 1_000_000, Targets: 1_000_000"}},
		"| places of findings in a report; after an early end of the run | 1,000,000; 200,000 |":                                                    {{"check/bounds.go", "Occurrences: 1_000_000"}, {"check/listbudget.go", "maxAfterEnd = 200_000"}},
		"| pages of a series without an end | 1,000 |":                                                                                              {{"check/series/series.go", "maxSeriesPages = 1000"}},
		"| sitemaps of a live site | 1,000 |":                                                                                                       {{"check/crawl/sitemapqueue.go", "maxSitemaps = 1000"}},
		"| what a start page shows, for `expect`; its source is searched to the end | the first 4 MiB |":                                            {{"site/seen.go", "maxShownPage = 4 << 20"}},
		"| missing files of a live site that are requested again; documents that are read again for them | 1,000: above that, none; 5, two times |": {{"check/crawl/latefiles.go", "maxLateFiles = 1000"}, {"check/crawl/unnamed.go", "maxReadAgain = 5"}},
		"| the request for an OIDC token | 10 s |":                                                                                                  {{"actions/idtoken.go", "idTokenTimeout = 10 * time.Second"}},
		"| one answer of GitHub's API; its header; redirects; one attempt | 32 MiB; 256 KiB; 5; 20 s |": {
			{"githubapi/body.go", "maxBody = 32 << 20"}, {"githubapi/client.go", "maxHeaderBytes = 256 << 10"}, {"githubapi/client.go", "maxRedirects = 5"}, {"githubapi/client.go", "attemptTimeout = 20 * time.Second"},
		},
		"| waits and retries of requests to GitHub's API | 60 s in total; 4 for each request |": {{"githubapi/policy.go", "maxWait = 60 * time.Second"}, {"githubapi/policy.go", "maxRetries = 4"}},
		"| what is published: annotations of a check run; its summary; the text of a status; its name | 1,000; 65,535 bytes; 140 characters; 200 characters of the environment |": {
			{"publish/check.go", "MaxAnnotations = 1000"}, {"publish/check.go", "MaxSummary = 65_535"}, {"publish/status.go", "MaxDescription = 140"}, {"publish/place.go", "maxName = 200"},
		},
		"| pull requests of a commit, and statuses, that are searched | 300; 300 |":                                                                         {{"publish/pullrequest.go", "maxPulls = 300"}, {"publish/status.go", "maxSearched = 300"}},
		"| the run | `time-limit`; in a workflow run one hour by default |":                                                                                 nil,
		"| a settings file; a list of a setting | 1 MiB; 1,000 items |":                                                                                     {{"cli/settings.go", "maxConfig = 1 << 20"}, {"config/set.go", "maxItems = 1000"}},
		"| files that a settings file extends; one after the other; the time for those from URLs | 20; 5; one minute |":                                     {{"config/extends.go", "maxFiles = 20"}, {"config/extends.go", "maxChain = 5"}, {"cli/extends.go", "extendTime = time.Minute"}},
		"| a pattern | 1,000 bytes; 256 combinations of its braces; regular expressions take linear time (RE2), and their counts add at most 1,000 steps |": {{"config/pattern.go", "maxPattern      = 1000"}, {"config/pattern.go", "maxAlternatives = 256"}, {"config/pattern.go", "maxRepeated     = 1000"}},
		"| a URL, for a pattern | its first 32 KiB |":                                                                                                       {{"config/pattern.go", "maxSubject      = 32 << 10"}},
		"| entities of an XHTML doctype; their text in one document; their nesting | 1,000; 1 MiB; 8 |":                                                     {{"scan/xmlentities.go", "maxEntities   = 1000"}, {"scan/xmlentities.go", "maxEntityText = 1 << 20"}, {"scan/xmlentities.go", "maxEntityDepth = 8"}},
		"| open elements of a page that is read a second time | 512 |":                                                                                      {{"scan/openelements.go", "maxOpen = 512"}},
		"| a settings file that names the build directory; directories that are searched for one | 256 KiB; 400, three levels deep |":                       {{"builddir/value.go", "maxSettings = 256 << 10"}, {"builddir/nearby.go", "maxVisited = 400"}, {"builddir/nearby.go", "maxDepth   = 3"}},
		"| error pages that are read for the base path; links on each | 8; 64 |":                                                                            {{"site/errorpage.go", "maxErrorPages = 8"}, {"site/errorpage.go", "maxErrorRefs  = 64"}},
		"| rules of a host: `_redirects` and `_headers`; JSON; TOML | 4 MiB; 4 MiB, 64 levels; 1 MiB |": {
			{"hosting/redirects/file.go", "MaxFile = 4 << 20"},
			{"hosting/settings/json.go", "maxJSON = 4 << 20"},
			{"hosting/settings/json.go", "maxJSONDepth = 64"},
			{"hosting/settings/toml.go", "maxTOML = 1 << 20"},
		},
		"| a source file; files among the sources | 4 MiB; 100,000 |": {{"source/index/list.go", "maxFileSize = 4 << 20"}, {"source/index/list.go", "maxFiles = 100_000"}},
		"| programs and style sheets among the sources; files that may be copies; built files, and bytes, compared with them | 20,000; 2,000; 500, 256 MiB |": {
			{"source/index/list.go", "maxCode = 20_000"}, {"source/index/list.go", "maxCopies = 2000"}, {"source/copies.go", "maxBuilt = 500"}, {"source/copies.go", "maxCompared = 256 << 20"},
		},
		"| commits that are searched for the merge base; entries of its folders; paths of the index | 20,000; 1,000,000; 256 MiB |": {{"git/parting.go", "maxCommits = 20_000"}, {"git/history.go", "maxEntries = 1_000_000"}, {"git/index.go", "maxGitIndex = 1 << 28"}},
		"| an object of git | 32 MiB |": {{"git/object.go", "maxObject = 32 << 20"}},
		"| files of a pull request that `changed` compares; one of them; all of them; the time for it | 5,000; 4 MiB; 256 MiB; 30 s |": {
			{"cause/changes.go", "maxChanges = 5_000"},
			{"cause/file.go", "maxFile = 4 << 20"},
			{"cause/cause.go", "maxBytes = 256 << 20"},
			{"cli/changed.go", "comparing = 30 * time.Second"},
		},
		"| files of facts in one merge; shards; a header; an index; records, unpacked; a key; a value; what of the files is in memory while they are joined; records in memory while they are sorted | 2,000; 1,000; 4 MiB; 32 MiB; 64 GiB; 64 KiB; 16 MiB; 512 MiB; 64 MiB |": {
			{"facts/set.go", "MaxFiles = 2 * MaxShards"},
			{"facts/header.go", "MaxShards = 1000"},
			{"config/shard.go", "maxShards = 1000"},
			{"facts/header.go", "maxHeader = 4 << 20"},
			{"facts/layout.go", "maxIndex = 32 << 20"},
			{"facts/layout.go", "maxUnpacked = 64 << 30"},
			{"facts/facts.go", "MaxKey = 64<<10"},
			{"facts/facts.go", "MaxValue = 16 << 20"},
			{"facts/join.go", "maxJoin = 512 << 20"},
			{"facts/sorter.go", "defaultMemory = 64 << 20"},
		},
		"| the cache; a baseline in a file, or unpacked; its places | 64 MiB; 256 MiB; 1,000,000 |": {
			{"cache/store.go", "maxFile = 64 << 20"}, {"baseline/baseline.go", "maxSize = 256 << 20"}, {"baseline/remote/zip.go", "maxUnpacked = 256 << 20"}, {"baseline/places.go", "maxPlaces = 1_000_000"},
		},
		"| a baseline at a URL; an artifact; its files; the time for it | 64 MiB; 64 MiB; 1,000; 2 minutes |": {
			{"baseline/remote/url.go", "MaxSize = 64 << 20"}, {"baseline/remote/zip.go", "maxFiles = 1000"}, {"baseline/remote/url.go", "patience = 2 * time.Minute"},
		},
		"| URLs of the old site; a line of a list; sitemaps of an index; lost findings; lost pages that are requested from an old live site | 1,000,000; 64 KiB; 1,000; 200,000; 2,000 |": {
			{"compare/inventory.go", "maxURLs = 1_000_000"},
			{"compare/lines.go", "maxLine = 64 << 10"},
			{"compare/sitemapfile.go", "maxSitemaps     = 1000"},
			{"compare/result.go", "maxListed = 200_000"},
			{"compare/moves.go", "maxAsked = 2000"},
		},
		"| a report of `from`; findings in it; places of findings; one value, such as all notes | 64 MiB; 200,000; 1,000,000; 4 MiB |": {
			{"earlier/earlier.go", "maxSize     = 64 << 20"}, {"earlier/earlier.go", "maxFindings = 200_000"}, {"earlier/earlier.go", "maxPlaces   = 1_000_000"}, {"earlier/earlier.go", "maxSmall = 4 << 20"},
		},
		"| reports, annotations, the summary | [the table of reports](reports.md#limits) |": nil,
	} {
		rows++
		if !strings.Contains(table, "\n"+row+"\n") {
			t.Errorf("docs/security.md has no row\n%s", row)
		}
		for _, c := range constants {
			if _, rest, ok := strings.Cut(read(t, "internal/"+c.file), c.text); !ok || strings.ContainsAny(rest[:1], "0123456789_<*") {
				t.Errorf("internal/%s has no %q, as docs/security.md says in\n%s", c.file, c.text, row)
			}
		}
	}
	if n := strings.Count(table, "\n| ") - 2; n != rows {
		t.Errorf("docs/security.md has %d limits, and this test %d", n, rows)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
