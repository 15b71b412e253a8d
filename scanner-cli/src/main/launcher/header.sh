#!/bin/sh
# svc-preflight: a launcher in sh, followed by a jar; "java -jar" on this file works too.
j=$0
case $j in
  */*) ;;
  *) j=$(command -v -- "$0") || j=$0 ;;
esac
case $j in *:*) echo "error: Java cannot run svc-preflight from a path with a colon in it" >&2; exit 2 ;; esac
if [ -n "${JAVA_HOME-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then v=$JAVA_HOME/bin/java
elif ! v=$(command -v java); then echo "error: svc-preflight needs a Java runtime, version 17 or newer" >&2; exit 2; fi
# The JVM can name files beyond ASCII in a UTF-8 locale only. Where C.UTF-8 is installed, it always is the
# locale: one that the environment names may be missing on this machine.
u=${LC_ALL:-${LC_CTYPE:-${LANG-}}}
if [ -d /usr/lib/locale/C.utf8 ]; then export LC_ALL=C.UTF-8
else
  case $u in *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) ;; *) export LC_ALL=C.UTF-8 ;; esac
fi
# The JVM cannot tell one stream from the other: ask here, where it costs nothing.
y=no
[ -t 1 ] && y=out
[ -t 2 ] && y=$y,err
# A run is over before most methods are worth compiling, and moving an archive to a random address
# costs more than reading it. Warnings of the JVM would go to standard output and break the report.
q="-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=3 -XX:-UsePerfData
  -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:+DisplayVMOutputToStderr -Xlog:disable"
g=-XX:+UseSerialGC
e=
# The archive that is used, and the one that would be, for svc-preflight doctor.
d=
w=
# Takes an option of the JVM, then arguments. A class path is read faster than -jar.
go() {
  x=$1
  shift
  set -- "$x" ${d:+"-Dsvc.archive=$d"} ${w:+"-Dsvc.archive.expected=$w"} "-Dsvc.tty=$y" \
    "-Dsvc.locale=$u" -cp "$j" io.svc.cli.Main "$@"
  [ -n "${JAVA_TOOL_OPTIONS-}${JDK_JAVA_OPTIONS-}${_JAVA_OPTIONS-}" ] || exec $e "$v" $q $g "$@"
  # A JVM that cannot start exits with 1, which means findings. Options that others put into the
  # environment can keep it from starting: the command then says 3 for findings, and any 1 is an error.
  b=${!-}
  { $e "$v" $q $g -Dsvc.exit.one=3 "$@" <&3 3<&- & } 3<&0
  p=${!-}
  # Without standard input there is none to hand over.
  [ "$p" != "$b" ] || exec $e "$v" $q $g "$@"
  trap 'kill -TERM $p 2>/dev/null' HUP INT TERM
  wait $p; s=$?
  # A signal ends the waiting, not the command.
  while kill -0 $p 2>/dev/null; do wait $p; s=$?; done
  case $s in 3) exit 1 ;; 1) exit 2 ;; *) exit $s ;; esac
}
# Writes the archive of the listed classes, on JDKs that need a list.
dump() {
  [ -z "$list" ] || nice "$v" $q $g -Xshare:dump "-XX:SharedClassListFile=$t$list" \
    "-XX:SharedArchiveFile=$t" -cp "$j"
}
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
  make=-XX:DumpLoadedClassList=
  # An archive of these classes alone also contains their strings: it is faster than one that is
  # written at the end of a run, on top of the JDK's archive.
  list=.lst
  case $n in
    # A damaged archive crashes the JVM: 17 checks it, which takes about 4 ms. It also takes the
    # objects of the JDK's own archive, modules among them, with this collector only.
    17[.+]*) q="$q -XX:+VerifySharedSpaces"; g=-XX:+UseG1GC ;;
    # From 25 on an AOT cache (JEP 514) starts faster than a class-data archive.
    2[5-9]*|[3-9][0-9]*) a=${a%.jsa}.aot; list=; use=-XX:AOTCache=$a; make=-XX:AOTCacheOutput= ;;
  esac
  if [ -s "$a" ] && ! [ "$j" -nt "$a" ] && [ -O "$a" ]; then d=$a; go "$use" "$@"; fi
  w=$a
  if { [ ! -e "$a.no" ] || [ "$j" -nt "$a.no" ]; } && mkdir -p "$c" 2>/dev/null && [ -w "$c" ]; then
    [ -d "$a.lock" ] && find "$a.lock" -prune -mmin +10 -exec rmdir {} + 2>/dev/null
    if mkdir "$a.lock" 2>/dev/null; then
      (
        # In the background and later: the scan that is being waited for comes first.
        trap '' HUP INT
        sleep 1
        t=$a.$$
        if (e=nice; go "$make$t$list" --cds-train) && dump && [ -s "$t" ] && { sync "$t" || sync; }; then mv -f "$t" "$a"; else : >"$a.no"; fi
        rm -f "$t" "$t".*
        rmdir "$a.lock"
        find "$c" -type f -mtime +60 -exec rm -f {} + 2>/dev/null
      ) </dev/null >/dev/null 2>&1 &
    fi
  fi
fi
go -Xshare:auto "$@"
exit 2
