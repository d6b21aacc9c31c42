#!/usr/bin/env bash
# Keeps the state folder of one target on a branch of the service's repository: `state.sh fetch`, and `state.sh save` after the run.
# STORE_REMOTE, STORE_BRANCH, STORE_TARGET name the place, STORE_FOLDER the absolute path of the clone, STORE_RUN this pipeline.
set -euo pipefail

remote=$STORE_REMOTE branch=$STORE_BRANCH target=$STORE_TARGET clone=$STORE_FOLDER
state=$clone/$target
attempts=5

say() { printf 'state: %s\n' "$1" >&2; }

stop() {
  say "$1"
  exit 2
}

# The token is neither in an argument, which other processes see, nor in the configuration of the clone.
if [ -n "${STORE_TOKEN:-}" ]; then
  GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'x-access-token:%s' "$STORE_TOKEN" | base64 | tr -d '\n')"
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.extraHeader GIT_CONFIG_VALUE_0
fi
export GIT_TERMINAL_PROMPT=0

# A checkout around here may have a credential of its own, and two of them are refused.
cd /

in_clone() { git -C "$clone" -c user.name=dmt-conformance -c user.email=dmt-conformance@localhost "$@"; }

# A branch of another target may have moved on meanwhile. A conflict means that two runs of one target overlapped: it is never forced.
publish() {
  local attempt
  for attempt in $(seq "$attempts"); do
    in_clone push --quiet origin "HEAD:refs/heads/$branch" && return
    say "the branch moved, or it cannot be written (attempt $attempt of $attempts)"
    in_clone pull --quiet --rebase origin "$branch" || break
  done
  stop "expected a branch $branch that this pipeline may push to, received a refusal: give the job the right to write (contents: write), and let no two runs of $target overlap"
}

# The lock of a run on another machine would only stop the next one.
commit() {
  mkdir -p "$state"
  printf '%s %s\n' "$STORE_RUN" "$1" > "$state/run"
  rm -f "$state"/run-*.lock*
  in_clone add --all --force -- "$target"
  # Such a commit starts no pipeline.
  in_clone commit --quiet --allow-empty --message "$target: run $STORE_RUN $1 [skip ci]"
  publish
}

clone_branch() {
  local found=0
  rm -rf "$clone"
  git ls-remote --exit-code --heads "$remote" "refs/heads/$branch" > /dev/null || found=$?
  case $found in
    0) git clone --quiet --depth 1 --single-branch --branch "$branch" "$remote" "$clone" ;;
    2)
      git init --quiet "$clone"
      git -C "$clone" remote add origin "$remote"
      ;;
    *) stop "expected to read the repository that keeps the state, received an error: examine its address and the token" ;;
  esac
}

examine() {
  local first=${FIRST_RUN:-false} run='' last=''
  if [ -f "$state/run" ]; then read -r run last < "$state/run"; fi
  if [ "$first" = true ]; then
    if [ -f "$state/ledger.jsonl" ] && [ "$last" != started ] && [ "$run" != "$STORE_RUN" ]; then
      stop "expected no first-run for $target, which has a ledger of run $run: remove first-run, because it would hide a loss"
    fi
    return
  fi
  [ -f "$state/ledger.jsonl" ] || stop "no ledger found for a target that was run before: $target on branch $branch. Restore the branch. Only if $target was never run, start once with first-run: true"
  [ "$last" != started ] || stop "run $run on $target started and never brought its ledger back: its calls, used mobiles and wrong codes are not known here. Look at its log, then start once with first-run: true to go on without them"
}

case ${1:-} in
  fetch)
    [[ $target =~ ^[a-z0-9-]+$ ]] || stop "expected a target of small letters, digits and hyphens, received \"$target\": for example uat"
    clone_branch
    examine
    # Before anything is spent, this shows that the branch can be written. It also marks a run whose machine dies.
    commit started
    ;;
  save)
    [ "$(cat "$state/run" 2> /dev/null)" = "$STORE_RUN started" ] || stop 'nothing to save, because the state was not fetched'
    commit ended
    ;;
  *) stop 'expected fetch or save' ;;
esac
