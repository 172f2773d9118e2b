#!/bin/sh
# KAFKA_LOG_DIRS=/x becomes log.dirs=/x; formats the storage once, then becomes Kafka.
set -e
properties=/tmp/server.properties
env | awk -F= '/^KAFKA_/ && !/^KAFKA_HEAP_OPTS=/ {
  name = tolower(substr($1, 7)); gsub("_", ".", name); print name "=" substr($0, length($1) + 2)
}' > "$properties"
flags="$KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.defaultLogLevel=warn"
java $flags -cp '/opt/kafka/*' kafka.tools.StorageTool format --ignore-formatted -t fundlensLocalStack0000 -c "$properties"
exec java $flags -cp '/opt/kafka/*' kafka.Kafka "$properties"
