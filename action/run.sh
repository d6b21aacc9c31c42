#!/usr/bin/env bash
# Runs doctor and the suite, and ends like the suite. PROGRAM is the installed program.
# Exit code 1 accuses the service only with a verdict.json of this run: npm, Node and a shell end with 1 as well.
set -euo pipefail

program=$PROGRAM
verdict=${DMT_REPORT_DIR:-reports}/verdict.json
summary=${DMT_REPORT_DIR:-reports}/summary.md
inconclusive=4

# What a service sends is printed, and a line may look like a command to the runner of GitHub.
guarded() {
  local token='' status=0
  if [ -n "${GITHUB_ACTIONS:-}" ]; then
    token=$(cat /proc/sys/kernel/random/uuid)
    printf '::stop-commands::%s\n' "$token"
  fi
  "$@" || status=$?
  if [ -n "$token" ]; then printf '\n::%s::\n' "$token"; fi
  return "$status"
}

exit_code_in_verdict() { node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).exitCode' "$verdict" 2> /dev/null || true; }

# 2 and 4 say nothing about the service, so they need no verdict.
end_with() {
  local status=$1 said=nothing
  case $status in
    2 | 4) exit "$status" ;;
  esac
  if [ -f "$verdict" ]; then said=$(exit_code_in_verdict); fi
  if [ "$said" = "$status" ]; then exit "$status"; fi
  printf 'expected %s to say %s as the program did, received %s: this is no verdict on the service, run it again\n' "$verdict" "$status" "${said:-nothing}" >&2
  exit "$inconclusive"
}

# What an earlier run left in the folder would speak for this one.
rm -f "$verdict" "$summary"

status=0
guarded "$program" doctor || status=$?
case $status in
  0) ;;
  2 | 4) exit "$status" ;;
  *) exit "$inconclusive" ;;
esac

status=0
guarded "$program" run || status=$?
end_with "$status"
