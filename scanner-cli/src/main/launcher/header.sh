#!/bin/sh
# svc-preflight: a launcher in sh, followed by a jar; "java -jar" on this file works too.
j=$0
case $j in
  */*) ;;
  *) j=$(command -v -- "$0") || j=$0 ;;
esac
if [ -n "${JAVA_HOME-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then v=$JAVA_HOME/bin/java
elif ! v=$(command -v java); then echo "error: svc-preflight needs a Java runtime, version 17 or newer" >&2; exit 2; fi
# The JVM cannot tell one stream from the other: ask here, where it costs nothing.
y=no
[ -t 1 ] && y=out
[ -t 2 ] && y=$y,err
# Warnings of the JVM about an archive would go to standard output and break the report.
q="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -XX:+DisplayVMOutputToStderr -Xlog:disable"
go() { exec "$v" $q "-Dsvc.tty=$y" "$@"; }
h=$v
while [ -L "$h" ]; do l=$(readlink "$h"); case $l in /*) h=$l ;; *) h=${h%/*}/$l ;; esac; done
r=${h%/bin/java}/release
n=
if [ -z "${SVC_PREFLIGHT_NO_CACHE-}" ] && [ -n "${XDG_CACHE_HOME:-${HOME-}}" ] && [ -r "$r" ]; then
  while IFS='="' read -r k _ x _; do
    case $k in JAVA_RUNTIME_VERSION) n=$x; break ;; JAVA_VERSION) n=$x ;; esac
  done < "$r"
fi
case $j in /*) p=$j ;; *) p=$PWD/$j ;; esac
if [ -n "$n" ] && [ ${#p} -lt 150 ]; then
  c=${XDG_CACHE_HOME:-$HOME/.cache}/svc-preflight
  o=$IFS; IFS=/; set -f; k=; for w in $p; do k=$k~$w; done; IFS=$o; set +f
  a=$c/@ID@-$n$k.jsa
  use=-XX:SharedArchiveFile=$a
  make=-XX:ArchiveClassesAtExit=
  case $n in
    # A damaged archive crashes the JVM: 17 checks it at no measurable cost.
    17[.+]*) q="$q -XX:+VerifySharedSpaces" ;;
    # From 25 on an AOT cache (JEP 514) starts faster than a class-data archive.
    2[5-9]*|[3-9][0-9]*) a=${a%.jsa}.aot; use=-XX:AOTCache=$a; make=-XX:AOTCacheOutput= ;;
  esac
  if [ -s "$a" ] && ! [ "$j" -nt "$a" ] && [ -O "$a" ]; then go "$use" "-Dsvc.archive=$a" -jar "$j" "$@"; fi
  if { [ ! -e "$a.no" ] || [ "$j" -nt "$a.no" ]; } && mkdir -p "$c" 2>/dev/null && [ -w "$c" ]; then
    [ -d "$a.lock" ] && find "$a.lock" -prune -mmin +10 -exec rmdir {} + 2>/dev/null
    if mkdir "$a.lock" 2>/dev/null; then
      (
        # In the background and later: the scan that is being waited for comes first.
        trap '' HUP INT
        sleep 1
        t=$a.$$
        if nice "$v" $q "$make$t" -jar "$j" --cds-train && [ -s "$t" ] && { sync "$t" || sync; }; then mv -f "$t" "$a"; else : >"$a.no"; fi
        rm -f "$t" "$t".*
        rmdir "$a.lock"
        find "$c" -type f -mtime +60 -exec rm -f {} + 2>/dev/null
      ) </dev/null >/dev/null 2>&1 &
    fi
  fi
fi
go -jar "$j" "$@"
exit 2
