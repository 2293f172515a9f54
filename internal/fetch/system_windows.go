package fetch

import (
	"math"
	"syscall"

	"golang.org/x/sys/windows"
)

// fileLimit is how many files this process may have open at once: Windows has no limit.
func fileLimit() int { return math.MaxInt32 }

// windowsErrnos are the numbers that Windows gives to the errors which Go names as Unix
// does: those of sockets, and those that drivers of networks return instead.
var windowsErrnos = map[syscall.Errno][]syscall.Errno{
	syscall.ECONNABORTED: {windows.WSAECONNABORTED, windows.ERROR_CONNECTION_ABORTED},
	syscall.ECONNREFUSED: {windows.WSAECONNREFUSED, windows.ERROR_CONNECTION_REFUSED},
	syscall.ECONNRESET:   {windows.WSAECONNRESET, windows.ERROR_NETNAME_DELETED},
	syscall.EHOSTUNREACH: {windows.WSAEHOSTUNREACH, windows.ERROR_HOST_UNREACHABLE},
	syscall.ENETUNREACH:  {windows.WSAENETUNREACH, windows.ERROR_NETWORK_UNREACHABLE},
	syscall.ETIMEDOUT:    {windows.WSAETIMEDOUT, windows.ERROR_SEM_TIMEOUT},
	syscall.EMFILE:       {windows.WSAEMFILE, windows.ERROR_TOO_MANY_OPEN_FILES},
}

// sameErrnos are other numbers of an error of the system.
func sameErrnos(errno syscall.Errno) []syscall.Errno { return windowsErrnos[errno] }
