# The MongoDB stand-in under the name of mongod: only for machines that cannot pull the real image.
ARG BASE_IMAGE=debian:12-slim
FROM ${BASE_IMAGE}
COPY program /opt/standin
COPY mongod.sh /usr/local/bin/mongod
RUN chmod 755 /usr/local/bin/mongod && mkdir -p /data/db
# Not optional: without it a kill loses acknowledged writes.
ENV WIREDTIGER_CONFIG="transaction_sync=(enabled=true,method=none)"
CMD ["mongod"]
