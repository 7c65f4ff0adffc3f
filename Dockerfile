# One image runs web and worker; Litestream, beside them, copies the database away as it is written.
FROM node:22-bookworm AS build
WORKDIR /loop
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev

FROM node:22-bookworm-slim
# Set these to the release you mean to run and to the checksum its publisher gives. It must carry SQLite 3.51.3
# or newer: check with  strings litestream | grep -oE '^3\.[0-9]+\.[0-9]+$'
ARG LITESTREAM_URL
ARG LITESTREAM_SHA256
RUN test -n "$LITESTREAM_URL" && test -n "$LITESTREAM_SHA256" \
  && apt-get update && apt-get install -y --no-install-recommends ca-certificates curl tini \
  && curl -fsSL "$LITESTREAM_URL" -o /tmp/litestream.tar.gz \
  && echo "$LITESTREAM_SHA256  /tmp/litestream.tar.gz" | sha256sum -c - \
  && tar -xzf /tmp/litestream.tar.gz -C /usr/local/bin litestream \
  && rm -rf /tmp/litestream.tar.gz /var/lib/apt/lists/*
ENV NODE_ENV=production APP_ENV=production DATA_DIR=/data PORT=8080
WORKDIR /loop
COPY --from=build --chown=node:node /loop ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["tini", "--"]
CMD ["sh", "-c", "litestream restore -if-db-not-exists -if-replica-exists -config litestream.yml /data/loop.db && exec litestream replicate -config litestream.yml -exec 'node scripts/start.mjs'"]
