# What .ci/run counts with; sourced by it, and by the test that plants failing tests.
# It takes the checkout as the working folder, and bash with `set -euo pipefail`.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
skipped=0
# A run of the tests that is still going after this long hangs: several times what it takes on two slow cores.
tests_seconds_max=2400

# finish: what failed, what was not run, and "N passed, N failed, N skipped" as the last line; skipped are suites.
finish() {
  if [ -s "$scratch/failures" ]; then
    printf '\nfailed:\n'
    cat "$scratch/failures"
  fi
  if [ -s "$scratch/skipped" ]; then
    printf '\nnot run:\n'
    cat "$scratch/skipped"
  fi
  printf '\n%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
  [ "$failed" -eq 0 ]
}

# fail WHAT: counts one failure that no test reports.
fail() {
  failed=$((failed + 1))
  echo "$1" >>"$scratch/failures"
}

# skip SUITE WHY: counts a suite that this machine cannot run.
skip() {
  skipped=$((skipped + 1))
  printf '%s: %s\n' "$1" "$2" >>"$scratch/skipped"
}

# timed NAME COMMAND…: runs a command under its name, and says how long it took.
timed() {
  local name=$1 began=$SECONDS status=0
  shift
  printf '\n== %s\n' "$name"
  "$@" || status=$?
  printf '== %s: %s after %s s\n' "$name" "$([ "$status" -eq 0 ] && echo done || echo FAILED)" "$((SECONDS - began))"
  return "$status"
}

# count_step NAME STATUS: counts one step.
count_step() {
  if [ "$2" -eq 0 ]; then
    passed=$((passed + 1))
  else
    fail "$1"
    return 1
  fi
}

# step NAME COMMAND…: runs a command like `timed` and counts it.
step() {
  local status=0
  timed "$@" || status=$?
  count_step "$1" "$status"
}

# run_tests NAME SCRIPT [ARGUMENT…]: the tests that a script of package.json runs, with their summary beside them.
run_tests() {
  local name=$1 script=$2
  shift 2
  timed "$name" timeout --kill-after=10 "$tests_seconds_max" \
    npm run --silent "$script" -- --reporter=default --reporter=json --outputFile.json="$scratch/$script.json" "$@"
}

# count_tests NAME SCRIPT STATUS: counts those that were run from vitest's own summary; those that failed are named at
# the very end; a run that failed without a failed test counts as one failure.
count_tests() {
  local name=$1 status=$3 summary=$scratch/$2.json counted='0 0'
  if [ -s "$summary" ] && npm exec -- node scripts/test-summary.ts "$summary" >"$scratch/told"; then
    counted=$(head -n 1 "$scratch/told")
    tail -n +2 "$scratch/told" >>"$scratch/failures"
  elif [ "$status" -eq 0 ]; then
    status='0, and no summary'
  fi
  passed=$((passed + ${counted% *}))
  failed=$((failed + ${counted#* }))
  if [ "$status" != 0 ] && [ "${counted#* }" -eq 0 ]; then
    fail "$name (exit code $status)"
  fi
}

# tests NAME SCRIPT [ARGUMENT…]: runs them and counts them.
tests() {
  local status=0
  run_tests "$@" || status=$?
  count_tests "$1" "$2" "$status"
}

# Suites and steps that run in the background: name, key and process of each. The key is the script of package.json for
# tests; for a step, "step:" and its number.
begun=()
steps_begun=0

# begin_tests NAME SCRIPT: begins them, for such as leave a core idle. What they say is shown when they are waited for.
begin_tests() {
  run_tests "$@" >"$scratch/$2.said" 2>&1 &
  begun+=("$1" "$2" "$!")
}

# begin_step NAME COMMAND…: like begin_tests, for a step.
begin_step() {
  steps_begun=$((steps_begun + 1))
  local key="step:$steps_begun"
  timed "$@" >"$scratch/$key.said" 2>&1 &
  begun+=("$1" "$key" "$!")
}

# end_begun [NAME]: waits for those that were begun, or for that one alone, and counts them.
end_begun() {
  local wanted=${1-} status at going=()
  for ((at = 0; at < ${#begun[@]}; at += 3)); do
    if [ -n "$wanted" ] && [ "${begun[at]}" != "$wanted" ]; then
      going+=("${begun[@]:at:3}")
      continue
    fi
    status=0
    wait "${begun[at + 2]}" || status=$?
    cat "$scratch/${begun[at + 1]}.said"
    case ${begun[at + 1]} in
      step:*) count_step "${begun[at]}" "$status" || true ;;
      *) count_tests "${begun[at]}" "${begun[at + 1]}" "$status" ;;
    esac
  done
  begun=(${going[@]+"${going[@]}"})
}
