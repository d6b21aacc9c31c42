#!/usr/bin/env bash
# Writes the summary as a comment, or changes the comment that an earlier run of this target wrote.
# COMMENTS is the address of the comments of one issue, COMMENT the address before the id of one comment,
# COMMENT_METHOD changes one, COMMENT_LINK is shown, and COMMENT_HEADER holds the credential.
set -euo pipefail

mark="<!-- dmt-conformance $STORE_TARGET -->"
summary=${DMT_REPORT_DIR:-reports}/summary.md
if [ ! -f "$summary" ]; then exit 0; fi
longest=60000 # A comment of GitHub has at most 65536 characters.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The credential is read from a file, because other processes see arguments.
(umask 077 && printf '%s\n' "$COMMENT_HEADER" > "$work/header")
call() { curl --silent --show-error --fail --max-time 30 --header "@$work/header" --header 'Content-Type: application/json' "$@"; }

find_comment() {
  local page=1 found
  while :; do
    call "$COMMENTS?per_page=100&page=$page" > "$work/page"
    found=$(node -e '
      const [file, mark] = process.argv.slice(1);
      const comments = JSON.parse(require("fs").readFileSync(file, "utf8"));
      const mine = comments.find(({ body }) => (body ?? "").startsWith(mark));
      console.log(mine?.id ?? (comments.length < 100 ? "none" : "next"));' "$work/page" "$mark")
    if [ "$found" != next ]; then break; fi
    page=$((page + 1))
  done
  printf '%s' "$found"
}

{
  printf '%s\n[The whole report](%s)\n\n' "$mark" "$COMMENT_LINK"
  awk -v most="$longest" '{ size += length($0) + 1 } size > most { print "\n… the report has the rest"; exit } { print }' "$summary"
} > "$work/body"
node -e 'console.log(JSON.stringify({ body: require("fs").readFileSync(process.argv[1], "utf8") }))' "$work/body" > "$work/json"

id=$(find_comment)
if [ "$id" = none ]; then
  call --request POST --data "@$work/json" "$COMMENTS" > /dev/null
else
  call --request "$COMMENT_METHOD" --data "@$work/json" "$COMMENT/$id" > /dev/null
fi
