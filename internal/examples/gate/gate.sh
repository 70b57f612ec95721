#!/usr/bin/env bash
# Decides whether a change may be merged, from the reports of its verifiers.
#
#	BASE_SHA=… VERIFIERS=2 bash gate.sh replies/*.txt
#
#	BASE_SHA     the commit that the change is to be merged into
#	VERIFIERS    how many verifiers were asked, however many replies came
#	RUBRIC       the rubric's path in the repository (review/criteria.md)
#	JUNIT        the test report to write (jury.xml)
#
# The exit status is that of jury decide: 0 accepts, and nothing else does.
#
# It cannot fail open. The rubric is that of the base, so that a change does not
# choose what it is judged by. A command that fails ends the script. jury is the
# last command, in no pipe and behind no || or if, so that its status is the answer:
# a tool that was killed, or is not there, blocks the change. Reports of an earlier
# run are removed first, lest they pass for those of this one.
set -euo pipefail

base=${BASE_SHA:?the commit that the change is to be merged into}
verifiers=${VERIFIERS:?how many verifiers were asked}
rubric=${RUBRIC:-review/criteria.md}
junit=${JUNIT:-jury.xml}
summary=${GITHUB_STEP_SUMMARY:-jury.md}

rm -f "$junit" "$summary"
criteria=$(mktemp)
trap 'rm -f "$criteria"' EXIT
git show "$base:$rubric" >"$criteria"
jury decide -rubric "$criteria" -verifiers "$verifiers" -md "$summary" -junit "$junit" "$@"
