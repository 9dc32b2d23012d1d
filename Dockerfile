# Two stages, so that the image contains only Node and the package.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Packing needs no install scripts: nothing is compiled, and no test database is set up.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm pack --silent --pack-destination /
RUN mkdir /package && tar -xzf /posthouse-*.tgz -C /package --strip-components=1

FROM node:24-slim
COPY --from=build /package /opt/posthouse
RUN ln -s /opt/posthouse/bin/posthouse.js /usr/local/bin/posthouse
# The database and the generated keys. No other folder is written to, so the rest may be mounted read-only.
RUN install -d -o node -g node -m 700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3025 POSTHOUSE_SMTP_HOST=0.0.0.0
ENV POSTHOUSE_BASE_URL=http://localhost:3025 POSTHOUSE_DATA_DIR=/data
WORKDIR /data
USER node
VOLUME /data
EXPOSE 3025 2587 2465
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["posthouse"]
CMD ["serve"]
