# Kafka from the download cache, told its properties by KAFKA_… variables as the published image is.
ARG BASE_IMAGE=eclipse-temurin:17-jre
FROM ${BASE_IMAGE}
COPY program /opt/kafka
COPY kafka-entrypoint.sh /opt/kafka-entrypoint.sh
RUN mkdir -p /var/lib/kafka/data
ENTRYPOINT ["sh", "/opt/kafka-entrypoint.sh"]
