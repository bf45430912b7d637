# Sanad as an image: the program in /opt/sanad, which nobody may write to, and all that it keeps in /var/lib/sanad.
# `docker build --build-arg BASE_IMAGE=debian:bookworm-slim@sha256:<digest> --tag sanad .`
#
# The base has no default: a digest that somebody else wrote down says nothing of what you get, and ages. How to find
# today's, and how to check it: docs/operations/install-on-a-server.md and docs/adr/0005-running.md.
#
# In each stage, what stands before WORKDIR prepares the machine, and what stands after it makes the program. The second
# part names no path outside it, so that `npm run as-image` can take the same steps where there is no Docker.
ARG BASE_IMAGE

FROM $BASE_IMAGE AS build
ARG BASE_IMAGE
RUN case "$BASE_IMAGE" in \
  *@sha256:????????????????????????????????????????????????????????????????) ;; \
  *) echo "BASE_IMAGE must name a digest: <image>@sha256:<64 hexadecimal digits>, not '$BASE_IMAGE'" >&2; exit 1 ;; \
  esac
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates libatomic1 npm
ARG STATE_FOLDER=/var/lib/sanad
ARG USER_ID=10001
WORKDIR /opt/sanad
COPY . .
# Node itself is one of the packages: lock file and integrity hashes cover it too.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# The npm of Debian 12 (9.2) takes this link away again, when it leaves out Node for the other platforms.
RUN cd node_modules/.bin && test -x node || ln -s ../node-linux-*/bin/node node
RUN node_modules/.bin/node --version
# These serve only to compile against Node, which nothing does here.
RUN rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share node_modules/.cache
# Programs run as bundles of their sources, from the sources where there are none.
RUN node_modules/.bin/node tools/bundle/make.ts
# Each start takes types and compiles anew otherwise. Compiled code is run, so nobody may write it: made here, and only read.
RUN node_modules/.bin/node tools/compile.ts compiled "$USER_ID"
# What services keep lies under var/ and out/ by default. So no setting is needed to keep it elsewhere.
RUN ln -s "$STATE_FOLDER" var && ln -s var/out out

FROM $BASE_IMAGE
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 sanad \
  && useradd --uid 10001 --gid 10001 --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin sanad \
  && cd /var/lib && install --directory --owner=10001 --group=10001 --mode=0700 sanad sanad/screener sanad/secrets sanad/out \
    sanad/witness sanad/platform sanad/platform/keys sanad/platform/profiles sanad/platform/mandates \
    sanad/platform/authority sanad/platform/pep sanad/platform/gateway sanad/platform/bank
COPY --from=build /opt/sanad /opt/sanad
WORKDIR /opt/sanad
ENV NODE_ENV=production HOME=/nonexistent PATH=/opt/sanad/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
# Code compiled for another kind of processor is left aside, and nothing is written.
ENV NODE_COMPILE_CACHE=/opt/sanad/compiled
# One glibc heap for all threads, and freed pages returned: 10 to 20 MiB less for each process.
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
# What the console gives a reader's browser to compute a sealed screening again.
ENV EVIDENCE_CHECKER=screener/conformance/recompute/evidence-checker.script.ts
# A port is published from the container's own address, not from its loopback.
ENV SCREENER_HOST=0.0.0.0 HEALTH_URL=http://127.0.0.1:8090/health
USER 10001:10001
EXPOSE 8090
CMD ["node", "tools/node.cjs", "screener/site/src/main.ts"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(process.env.HEALTH_URL).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
