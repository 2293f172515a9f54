# The image that GitHub builds for `uses: linkvet/linkvet@…`, so a build is part of
# each run: as little as possible is copied in, and the layer that downloads modules
# is apart from the one that compiles.
FROM golang:1.26.8 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY main.go ./
COPY internal/ internal/
ARG VERSION=dev
# What no link has to wait for is compiled without inlining, which makes the image
# 0.4 MB smaller: it is to stay below 12 MB.
RUN cold="internal/actions internal/cli internal/config internal/forge internal/git internal/hosting \
        internal/origin internal/report internal/source internal/suggest"; \
    for package in $cold; do set -- "$@" "-gcflags=github.com/linkvet/linkvet/$package=-l"; done; \
    for package in go.yaml.in/yaml/v4/... regexp/... text/template/... html/template encoding/asn1 encoding/json \
        crypto/x509/... math/big; do set -- "$@" "-gcflags=$package=-l"; done; \
    CGO_ENABLED=0 go build -trimpath "$@" -ldflags "-s -w -X main.version=${VERSION}" -o /linkvet .

# No user and no working directory: the runner mounts the workspace, which need not be
# readable by anyone but root, and starts the container in it.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY LICENSE NOTICE /
COPY --from=build /linkvet /linkvet
ENTRYPOINT ["/linkvet"]
