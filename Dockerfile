# Livelane in one image: the built server, which serves the built client too.
ARG NODE_IMAGE=node:22-bookworm-slim

# What npm needs to know, apart from the sources: layers stay while these stay.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY server/embedded-mongo/package.json server/embedded-mongo/
COPY client/package.json client/

FROM manifests AS build
RUN npm ci
COPY . .
RUN node .tools/build.mjs

FROM manifests AS packages
RUN npm ci --omit=dev

FROM ${NODE_IMAGE}
# One arena for all threads: what one has freed serves the others, which is some 20 MB after a load.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/package.json package.json
COPY --from=packages /app/shared/package.json shared/package.json
COPY --from=packages /app/server/package.json server/package.json
COPY --from=packages /app/server/embedded-mongo/package.json server/embedded-mongo/package.json
COPY --from=build /app/server/embedded-mongo/dist server/embedded-mongo/dist
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/client/dist client/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is told to end (SIGTERM): no shell or npm stands between.
CMD ["node", "server/dist/main.js"]
