# Apicurio from the download cache; like the published image it takes every option as a variable.
ARG BASE_IMAGE=eclipse-temurin:17-jre
FROM ${BASE_IMAGE}
COPY program /opt/registry
RUN mkdir -p /var/lib/registry
WORKDIR /opt/registry
ENTRYPOINT ["sh", "-c", "exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar /opt/registry/*-runner.jar"]
