# The image that GitHub builds for `uses: linkvet/linkvet@…`, so a build is part of
# each run: as little as possible is copied in, and the layer that downloads modules
# is apart from the one that compiles. It compiles for the system of the image on that of the
# machine. An engine that does not name the latter has its own.
FROM --platform=${BUILDPLATFORM:-linux} golang:1.26.8@sha256:0f063af2d465d8dcae54cce04278ada488b96f77b42449c8d071e47d016cc65a AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY main.go ./
COPY internal/ internal/
ARG VERSION=
ARG COMMIT=
ARG DATE=
ARG TARGETOS
ARG TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags "-s -w -X main.version=${VERSION} -X main.commit=${COMMIT} -X main.date=${DATE}" -o /image/linkvet . && mkdir -m 1777 /image/tmp

# No user and no working directory: the runner mounts the workspace, which need not be
# readable by anyone but root, and starts the container in it.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY LICENSE NOTICE /
# A report or a cache may be in /tmp.
COPY --from=build /image/ /
ENTRYPOINT ["/linkvet"]
