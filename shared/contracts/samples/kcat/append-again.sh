#!/bin/sh
# Appends the record at a position again and waits until the API has applied it. Harmless: its version decides, so that a
# record that was applied before changes nothing. How to run it: README.md beside this file.
set -eu

position=${1:?usage: append-again.sh TOPIC/PARTITION/OFFSET}
topic=${position%%/*}
offset=${position##*/}
partition=${position#*/}
partition=${partition%/*}

# A record of the funding topic holds a raw report: what is written here is gone when the script ends.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

read_record() {
  kcat -C -q -b "$KAFKA_BROKERS" -t "$topic" -p "$partition" -o "$offset" -c 1 -e "$@"
}

key=$(read_record -f '%k')
read_record -f '%s' -D '' >"$folder/value"
# The wire format: a zero byte, and the schema's id in four.
schema=$(read_record -s 'value=bI' -f '%s')
echo "record $position: key $key, $(wc -c <"$folder/value") bytes, magic byte and schema id: $schema"

# With the key, into the partition that it has: no other partitioner can lead it elsewhere.
kcat -P -b "$KAFKA_BROKERS" -t "$topic" -p "$partition" -k "$key" -X enable.idempotence=true "$folder/value"
end=$(kcat -Q -b "$KAFKA_BROKERS" -t "$topic:$partition:-1" | sed 's/.*offset //')
new="$topic/$partition/$((end - 1))"
echo "stored at $new"

# The API answers when it has the position; while it does not, curl asks again.
echo "visible: $(curl --silent --show-error --fail-with-body --retry 20 --retry-max-time 60 \
  --header "Authorization: Bearer $API_KEY" --header "X-Wait-For-Position: $new" "$API_URL/$2")"
