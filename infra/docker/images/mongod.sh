#!/bin/sh
# Called with the real server's options, which the stand-in does not know and does not need.
exec /opt/standin/secantusdb.scripts/secantusd-rs --host 0.0.0.0 --port 27017 --storage-path /data/db \
  --cache-size 1G --log-file-max 128MB --oplog-retention-seconds 86400 --oplog-max-entries 1000000 \
  --noop-heartbeat-seconds 10
