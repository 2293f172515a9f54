package health

import (
	"strings"
	"unicode/utf8"
)

// The words of pages that are not the site, in lower case and with the apostrophes of
// typewriters. They count only on pages that show little: a page about "502 Bad Gateway" says
// more. What products send is in fetch/protection.

// missingWords say that there is nothing at a path.
var missingWords = newWords(
	"not found", "404", "no such page", "no such file", "no such document", "nothing here", "nothing to see here", "nothing at this",
	"does not exist", "doesn't exist", "do not exist", "no longer exist", "can't find", "cannot find", "can not find", "could not find", "couldn't find",
	"unable to find", "cannot be found", "can't be found", "could not be found", "couldn't be found", "was not here", "isn't here", "is not here",
	"page is missing", "missing page", "page is gone", "page has gone", "page unavailable", "page has been removed", "page has moved", "page may have moved",
	"page might have been", "page may have been", "broken link", "dead link", "wrong address", "invalid url", "unknown page", "unknown path", "wrong turn",
	"introuvable", "n'existe pas", "n'existe plus", "nicht gefunden", "existiert nicht", "no encontrad", "no existe", "non trovat", "non esiste",
	"não encontrad", "não existe", "niet gevonden", "bestaat niet", "hittades inte", "ikke funnet", "ikke fundet", "ei löyt", "nie znalezion", "nie istnieje",
	"nenalezen", "не найден", "не існує", "не существует", "bulunamadı", "見つかりません", "存在しません", "找不到", "未找到", "不存在", "찾을 수 없",
)

// failureWords say that a server, its application or its database failed.
var failureWords = newWords(
	"bad gateway", "gateway time", "internal server error", "server error", "service unavailable", "application error", "application failed",
	"unexpected error", "an error occurred", "error occurred", "an error has occurred", "something went wrong", "unhandled exception", "uncaught",
	"fatal error", "critical error", "parse error", "stack trace", "traceback", "database error", "database connection", "connect to the database", "sqlstate",
	"could not connect", "unable to connect", "connection refused", "upstream connect", "no healthy upstream", "host error", "web server is down",
	"out of memory", "invocation failed", "error 50", "error code", "http 50", "status 50", "no server is available", "bandwidth limit", "quota", "account suspended",
	"account has been suspended", "site is suspended", "deployment has failed", "deployment failed", "is paused",
	"fehler ist aufgetreten", "interner serverfehler", "une erreur", "erreur interne", "error interno", "se ha producido un error", "erro interno",
	"si è verificato un errore", "er is een fout", "произошла ошибка", "внутренняя ошибка", "エラーが発生", "服务器错误", "오류가 발생",
)

// accessWords are on pages that ask who the visitor is, without a field for a password: logins,
// requests for access, and checks for robots.
var accessWords = newWords(
	"enter the password", "enter password", "password protected", "please sign in", "please log in", "sign in to ", "log in to ", "sign in with", "log in with",
	"continue with google", "continue with github", "continue with gitlab", "continue with microsoft", "continue with apple",
	"continue with email", "continue with sso", "continue with saml", "continue with okta", "single sign-on", "you must be logged in", "you must log in",
	"you need to sign in", "you need to log in", "login required", "authentication required", "authorization required", "not authorized", "unauthorized",
	"access denied", "access restricted", "restricted access", "request access", "request an invitation", "invitation only", "invite only", "members only",
	"private beta", "private preview", "do not have access", "don't have access", "need access", "get a login code", "send me a code", "one-time code",
	"one-time pin", "magic link", "login code", "access code", "enter your email to", "enter your work email", "are you human", "are you a human",
	"are you a robot", "you are human", "you're human", "not a robot", "not a bot", "checking your browser", "verifying your browser", "security check",
	"proof of work", "proof-of-work", "unusual traffic", "site is private", "this site is protected",
	"bitte melden sie sich an", "connectez-vous", "inicia sesión",
)

// gateWords are on other pages in front of a whole site: maintenance, age and consent gates, limits.
var gateWords = newWords(
	"maintenance", "be right back", "be back soon", "temporarily unavailable", "deployment is building", "too many requests", "rate limit exceeded",
	"verify your age", "age verification", "old enough", "years of age", "years old or", "over 18", "over 21", "at least 18", "at least 21",
	"drinking age", "of legal age", "are you over", "before you continue", "consent to", "value your privacy", "accept cookies", "accept all cookies",
	"cookie consent", "wartungsarbeiten", "en mantenimiento",
)

// The segments of paths by which pages are told that are not what a site is for.
var (
	signInSegments  = []string{"authorize", "openid-connect", "saml", "saml2", "oauth2", "cas", "sso-api"}
	deedSegments    = []string{"logout", "log-out", "log_out", "logoff", "signout", "sign-out", "sign_out", "locale", "set-locale", "language", "set-language", "lang"}
	accountSegments = []string{
		"signup", "sign-up", "sign_up", "register", "registration", "join", "forgot", "forgot-password", "forgot_password", "reset", "reset-password",
		"reset_password", "password", "password-reset", "recover", "terms", "privacy", "legal", "imprint", "impressum",
	}
)

// plain is a text in the form in which the words are.
func plain(text string) string { return strings.ReplaceAll(strings.ToLower(text), "’", "'") }

// words are texts to be found in others, by their first bytes.
type words [256][]string

func newWords(list ...string) *words {
	w := &words{}
	for _, word := range list {
		w[word[0]] = append(w[word[0]], word)
	}
	return w
}

// in reports whether a plain text has one of the words, at the beginning of a word of the text.
// Those that begin with a digit have to be whole words.
func (w *words) in(text string) bool {
	isInside := false
	for i := range len(text) {
		if !isInside || text[i] >= utf8.RuneSelf { // some languages have no spaces
			for _, word := range w[text[i]] {
				rest, ok := strings.CutPrefix(text[i:], word)
				if ok && (word[0] > '9' || rest == "" || !isWordByte(rest[0])) {
					return true
				}
			}
		}
		isInside = isWordByte(text[i])
	}
	return false
}

func isWordByte(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }
