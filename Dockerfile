# ParkIt as one image: the server, the built web app, and the embedded PostgreSQL for where none is given.
FROM node:26.10.0-slim AS build
WORKDIR /app
COPY . .
# not `npm ci`: the lock leaves out tools of other platforms
RUN npm install && npm prune --omit=dev --ignore-scripts

FROM node:26.10.0-slim
ENV HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/build build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s CMD ["node", "-e", "if (!(await fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz')).ok) throw 1"]
CMD ["node", "server/src/app/main.ts"]
