# Prometheus from Debian's package, with the paths of the published image.
ARG BASE_IMAGE=debian:12-slim
FROM ${BASE_IMAGE}
COPY program /bin/
RUN mkdir -p /prometheus /etc/prometheus
ENTRYPOINT ["/bin/prometheus"]
CMD ["--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"]
