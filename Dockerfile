# One image runs web and worker; Litestream replicates the database beside them.

# The packages that run. The build has packages of its own: taking its tools out again would rewrite the lock file.
FROM node:22-bookworm AS packages
WORKDIR /loop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:22-bookworm AS build
WORKDIR /loop
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY remix.config.js vite.config.ts tsconfig.json ./
COPY app app
COPY db db
COPY scripts scripts
COPY public public
RUN npm run build

FROM node:22-bookworm AS litestream
# Set these to the release you mean to run and to the checksum its publisher gives. It must carry SQLite 3.51.3
# or newer: check with  strings litestream | grep -oE '^3\.[0-9]+\.[0-9]+$'
ARG LITESTREAM_URL
ARG LITESTREAM_SHA256
RUN test -n "$LITESTREAM_URL" && test -n "$LITESTREAM_SHA256" \
  && curl -fsSL "$LITESTREAM_URL" -o /tmp/litestream.tar.gz \
  && echo "$LITESTREAM_SHA256  /tmp/litestream.tar.gz" | sha256sum -c - \
  && tar -xzf /tmp/litestream.tar.gz -C /usr/local/bin litestream

FROM node:22-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production APP_ENV=production DATA_DIR=/data PORT=8080
WORKDIR /loop
COPY --from=litestream /usr/local/bin/litestream /usr/local/bin/litestream
COPY --from=packages /loop/node_modules node_modules
COPY --from=build /loop/build build
COPY package.json tsconfig.json litestream.yml ./
COPY app app
COPY db db
COPY migrations migrations
COPY public public
COPY scripts/start.mjs scripts/steps.mjs scripts/serve.mjs scripts/migrate.ts scripts/worker.ts scripts/staff.ts scripts/
RUN mkdir /data && chown node:node /data
# The process cannot write the code it runs, only its data.
USER node
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["tini", "--"]
CMD ["sh", "-c", "litestream restore -if-db-not-exists -if-replica-exists -config litestream.yml /data/loop.db && exec litestream replicate -config litestream.yml -exec 'node scripts/start.mjs'"]
