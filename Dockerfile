# The server as a container image: see docs/guide/server.md#in-a-container.
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY . .
# The packages are installed as anybody would install them, without what only building needs.
RUN npm ci --no-audit --no-fund \
  && npm run build \
  && mkdir /packed \
  && npm pack --workspaces --pack-destination /packed \
  && npm install --prefix /monotable --omit=dev --ignore-scripts --no-audit --no-fund /packed/*.tgz

FROM node:22-bookworm-slim
COPY --from=build /monotable /monotable
RUN ln -s /monotable/node_modules/.bin/monotable /usr/local/bin/monotable \
  && mkdir /data \
  && chown node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8000
ENTRYPOINT ["monotable"]
# The workbench answers its own machine only, which in a container is the container.
CMD ["serve", "--host", "0.0.0.0", "--path", "/data", "--no-workbench"]
