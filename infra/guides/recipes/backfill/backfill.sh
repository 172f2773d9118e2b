#!/usr/bin/env bash
# backfill.sh FILE: publishes a file of events, one JSON object a line, in chunks. At most two chunks are ahead of the projector,
# so that live events never wait behind more. Broken off, it is started again from the beginning: duplicates change nothing.
#   API    base URL with a route that reads what is published, e.g. https://api.example/api/v1/contacts?limit=1
#   TOKEN  a credential that may read it
set -euo pipefail
: "${API:?the URL of a route that reads what is published}" "${TOKEN:?a credential that may read it}"
lines=${LINES_AT_ONCE:-2000}
publish=${PUBLISH:-npm run -s publish --}

chunks=$(mktemp -d)
trap 'rm -rf "$chunks"' EXIT
split -l "$lines" -d -a 6 -- "$1" "$chunks/"
# Not as an argument: other users of this machine see those.
printf 'Authorization: Bearer %s\n' "$TOKEN" > "$chunks/.credential"

# Until answers have everything before the positions in the headers $1, one a line.
wait_until_visible() {
  local header status
  while read -r header; do
    until status=$(curl -s -o /dev/null -w '%{http_code}' -H @"$chunks/.credential" -H "$header" "$API" || true); [ "$status" = 200 ]; do
      case $status in
        000 | 429 | 5??) sleep 1 ;;
        *) echo "the API answers $status: nothing further is published" >&2; return 1 ;;
      esac
    done
  done <<< "$1"
}

ahead=''
for chunk in "$chunks"/*; do
  first=$((10#${chunk##*/} * lines + 1))
  # shellcheck disable=SC2086 # a command with its arguments
  report=$($publish "$chunk") || { printf 'refused in a chunk that begins with line %d:\n%s\n' "$first" "$report" >&2; exit 1; }
  positions=$(printf '%s\n' "$report" | sed -n 's/^ *\(X-Wait-For-Position: .*\)$/\1/p')
  if [ -n "$ahead" ]; then wait_until_visible "$ahead"; fi
  ahead=$positions
  echo "published from line $first on: $(wc -l < "$chunk") lines"
done
wait_until_visible "$ahead"
echo 'everything is visible'
