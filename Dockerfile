# One image runs web, worker and Litestream, which copies the database to a bucket.

# The packages that run. The build has packages of its own: taking its tools out again would rewrite the lock file.
FROM node:24-bookworm AS packages
WORKDIR /loop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-bookworm AS build
WORKDIR /loop
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY remix.config.ts vite.config.ts tsconfig.json ./
COPY app app
COPY db db
COPY scripts scripts
COPY public public
RUN npm run build

# The module's checksum pins the source, and the toolchain compares it with the public log. The SQLite in it is 3.53.0;
# before 3.51.3 it could damage a database that is written while it is copied.
FROM golang:1.26-bookworm AS litestream
RUN go mod download -json github.com/benbjohnson/litestream@v0.5.18 \
  | grep -qF '"Sum": "h1:kelmbbFQvlgrm8dRrpt9bqvDrJ69OgWQca8hSflNF2U="' \
  && CGO_ENABLED=0 GOBIN=/usr/local/bin go install -trimpath -ldflags "-s -w -X main.Version=0.5.18" \
  github.com/benbjohnson/litestream/cmd/litestream@v0.5.18

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/*
# Everything but the volume may be read-only.
ENV NODE_ENV=production APP_ENV=production DATA_DIR=/data TMPDIR=/data/tmp PORT=8080
WORKDIR /loop
COPY --from=litestream /usr/local/bin/litestream /usr/local/bin/litestream
COPY --from=packages /loop/node_modules node_modules
COPY --from=build /loop/build build
COPY package.json litestream.yml ./
COPY migrations migrations
COPY db/invariants.sql db/invariants.sql
COPY public public
# What books and documents are set from; the code that sets them is in the build.
COPY app/domain/book/prepress/profiles app/domain/book/prepress/profiles
COPY app/domain/book/assembly/placeholder.jpg app/domain/book/assembly/placeholder.jpg
COPY app/domain/operations/documents/templates app/domain/operations/documents/templates
COPY app/domain/operations/documents/typefaces app/domain/operations/documents/typefaces
COPY app/domain/book/typesetting/templates app/domain/book/typesetting/templates
COPY scripts/run.mjs scripts/supported-node.mjs scripts/tools.mjs scripts/
RUN mkdir /data && chown node:node /data
# The process cannot write the code it runs, only its data.
USER node
VOLUME /data
EXPOSE 8080
# A restore of a large database is part of the start.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "scripts/run.mjs", "start"]
