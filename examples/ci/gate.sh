#!/bin/sh
# For any other CI system: scan, keep the report, and tell apart what the exit codes mean.
# Usage: gate.sh [FILE...]. Without a file it scans the configuration files of all clients below the
# current directory, and passes where there are none. A named file has to exist.
set -u
command=${SVC_PREFLIGHT:-svc-preflight}
for file in "$@"; do
  set -- "$@" --config "$file"
  shift
done
if [ $# = 0 ]; then set -- . --only-config; fi
rm -f mcp-preflight.md
"$command" scan "$@" --severity-threshold high --format markdown --output mcp-preflight.md
code=$?
case $code in
  0) echo "No finding of severity high or worse." ;;
  1) echo "Findings of severity high or worse; see mcp-preflight.md." ;;
  *) echo "The scan could not be done; this is no clean result." ;;
esac
exit $code
