package config

// otherName is how other tools call a setting of linkvet.
type otherName struct {
	// names are in lower case and without hyphens, with spaces between them.
	names string
	// setting is the name in linkvet, and value what makes it mean the same; a value may
	// be empty.
	setting, value string
	// advice says what to do instead; empty when there is such a setting.
	advice string
}

// otherNames are settings of other link checkers, and of actions that run them.
var otherNames = [...]otherName{
	{names: "offline internalonly localonly disableexternal skipexternal excludeexternal nocheckexternal", setting: "external", value: "false"},
	{names: "checkexternal includeexternal externallinks", setting: "external", value: "true"},
	{names: "ignore ignoreurl ignoreurls ignorelink ignorelinks ignorepattern ignorepatterns ignoredurls skip skipurl skipurls skiplinks " +
		"linkstoskip excludeurl excludeurls excludelink excludelinks excludepattern excludepatterns urlignore blacklist blocklist", setting: "exclude"},
	{names: "excludepath excludepaths excludefile excludefiles excludedir ignorefile ignorefiles ignorepages skippages skipfiles filenameignore", setting: "exclude-pages"},
	{names: "only onlyurls includeurl includeurls includepattern includepatterns whitelist allowlist", setting: "include"},
	{names: "base baseurl basepath baseuri rooturl swapurls urlswap remap publicurl", setting: "site-url"},
	{names: "url urls path paths dir directory directorypath folder site input root rootdir documentroot publishdir publicdir builddir distdir", setting: "target"},
	{names: "output outputs outfile outputfile savereport", setting: "report", value: "json=PATH"},
	{names: "outputformat outputtype reporter", setting: "format"},
	{names: "json jsonoutput", setting: "format", value: "json"},
	{names: "junit", setting: "format", value: "junit"},
	{names: "sarif", setting: "format", value: "sarif"},
	{names: "maxconcurrency threads workers parallel parallelism connections maxconnections", setting: "concurrency"},
	{names: "maxconnectionsperhost perhost hostlimit concurrencyperhost", setting: "host-concurrency"},
	{names: "ratelimit rps requestspersecond requestinterval hostrequestinterval", setting: "host-rate"},
	{names: "retry retrycount maxretries maxtries tries", setting: "retries"},
	{names: "requesttimeout externaltimeout", setting: "timeout"},
	{names: "deadline maxduration maxruntime totaltimeout globaltimeout", setting: "time-limit"},
	{names: "depth level recursionlevel recursiondepth", setting: "max-depth"},
	{names: "maxurls pagelimit limit", setting: "max-pages"},
	{names: "headers customheader customheaders httpheader httpheaders basicauth auth", setting: "header"},
	{names: "acceptstatus acceptedstatus acceptcodes acceptedstatuscodes acceptedresponsecodes alivestatuscodes statuscodes ignorestatus ignorestatuscodes", setting: "accept"},
	{names: "fail failonerror", setting: "fail-on"},
	{names: "nofail softfail exitzero warnonly continueonerror", setting: "fail-on", value: "none"},
	{names: "failifempty", setting: "min-pages"},
	{names: "silent", setting: "quiet", value: "true"},
	{names: "debug trace loglevel verbosity", setting: "verbose", value: "true"},
	{names: "includefragments checkfragments checkanchors anchors", setting: "fragments", value: "all"},
	{names: "nofragments ignorefragments skipfragments noanchors", setting: "fragments", value: "none"},
	{names: "includeprivate allowlocalhost allowloopback", setting: "allow-private", value: "true"},
	{names: "excludeprivate excludeallprivate excludeloopback excludelinklocal", advice: advicePrivate},
	{names: "cachefile cachedir", setting: "cache"},
	{names: "maxcacheage cacheage cachetime cacheexpiresafter", setting: "cache-ttl"},
	{names: "configfile", setting: "config"},
	{names: "jobsummary", setting: "summary"},
	{names: "githubtoken", advice: adviceToken},
	{names: "insecure insecureskipverify skiptlsverification noverify ignoressl", advice: adviceCertificates},
	{names: "recursive recurse recursion crawl", advice: adviceCrawl},
	{names: "dryrun dumplinks", advice: adviceDump},
	{names: "noprogress progress", advice: adviceProgress},
	{names: "maxredirects", advice: adviceRedirects},
	{names: "followrobotstxt ignorerobotstxt", advice: adviceRobots},
	{names: "workingdirectory cwd", advice: advicePath},
	{names: "checkhtml enforcehttps checkfavicon checkopengraph checksri checkimghttp allowhashhref allowmissinghref", advice: adviceNoCheck},
	{names: "with", advice: adviceWith},
}

// shortFlags are flags of one letter that other programs have.
var shortFlags = map[string]string{
	"v": "--verbose, or --version", "V": "--version", "q": "--quiet", "s": "--quiet", "o": "--report=json=PATH", "c": "--config", "f": "--format",
	"j": "--jobs", "t": "--timeout", "e": "--exclude", "i": "--include", "b": "--site-url", "H": "--header", "n": "--dump",
}
