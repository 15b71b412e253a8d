#!/bin/sh
# @NAME@: a launcher in sh, followed by a jar; "java -jar" on this file works too.
j=$0
case $j in
  */*) ;;
  *) j=$(command -v -- "$0") || j=$0 ;;
esac
case $j in *:*) echo "error: Java cannot run @NAME@ from a path with a colon in it" >&2; exit 2 ;; esac
if [ -n "${JAVA_HOME-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then v=$JAVA_HOME/bin/java
elif ! v=$(command -v java); then echo "error: @NAME@ needs a Java runtime, version 17 or newer" >&2; exit 2; fi
# The JVM can name files beyond ASCII in a UTF-8 locale only. Where C.UTF-8 is installed, it always is the
# locale: one that the environment names may be missing on this machine.
u=${LC_ALL:-${LC_CTYPE:-${LANG-}}}
if [ -d /usr/lib/locale/C.utf8 ]; then export LC_ALL=C.UTF-8
else
  case $u in *[Uu][Tt][Ff]8* | *[Uu][Tt][Ff]-8*) ;; *) export LC_ALL=C.UTF-8 ;; esac
fi
g=-XX:+UseSerialGC
g17=-XX:+UseG1GC
e=
# The archive that is used, and the one that would be, for svc-preflight doctor.
d=
w=
# What options.sh of a command sets: terminals (y), options of the JVM (q), those of this run in place of the
# collector (s), the user's own (o), whether the JVM always replaces this shell (f), may be trained in the background (t), after how many seconds (z), and
# the argument that trains it in the foreground (i), with further options (r).
y=no
q=
s=
o=
f=
t=yes
z=1
i=
r=
# Whether the archive of a JDK before 25 has the classes of the JDK, too.
all=yes
# Whether other users cannot write to files: the directory before an archive is created, and both before it
# is used. A command of 0.1 s does not spend a process on that.
private() { :; }
@OPTIONS@
# Takes an option of the JVM, then arguments. A class path is read faster than -jar.
go() {
  x=$1
  shift
  # $o is split into words, which are no patterns.
  set -f
  set -- "$x" ${d:+"-Dsvc.archive=$d"} ${w:+"-Dsvc.archive.expected=$w"} "-Dsvc.tty=$y" \
    "-Dsvc.locale=$u" $o -cp "$j" @MAIN@ "$@"
  if [ -n "$f" ] || [ -z "$o${JAVA_TOOL_OPTIONS-}${JDK_JAVA_OPTIONS-}${_JAVA_OPTIONS-}" ]; then
    exec $e "$v" $q ${s:-$g} "$@"
  fi
  # A JVM that cannot start exits with 1, which means findings. Options that others put into the
  # environment can keep it from starting: the command then says 3 for findings, and any 1 is an error.
  b=${!-}
  { $e "$v" $q ${s:-$g} -Dsvc.exit.one=3 "$@" <&3 3<&- & } 3<&0
  p=${!-}
  # Without standard input there is none to hand over.
  [ "$p" != "$b" ] || exec $e "$v" $q ${s:-$g} "$@"
  trap 'kill -TERM $p 2>/dev/null' HUP INT TERM
  wait $p; s=$?
  # A signal ends the waiting, not the command.
  while kill -0 $p 2>/dev/null; do wait $p; s=$?; done
  case $s in 3) exit 1 ;; 1) exit 2 ;; *) exit $s ;; esac
}
# Writes the archive of the listed classes, on JDKs that need a list.
dump() {
  [ -n "$list" ] || return 0
  nice "$v" $q $g -Xshare:dump "-XX:SharedClassListFile=$t$list" "-XX:SharedArchiveFile=$t" -cp "$j" &
  p=$!
  wait $p
}
# Becomes the one process that creates the archive; fails where another does, or none can. Only a directory
# in which the archive is trusted: another user could also place links in its directory.
alone() {
  (umask 077; mkdir -p "$c") 2>/dev/null && [ -w "$c" ] && [ -O "$c" ] && private "$c/." || return 1
  [ -d "$a.lock" ] && find "$a.lock" -prune -mmin +10 -exec rmdir {} + 2>/dev/null
  mkdir "$a.lock" 2>/dev/null
}
# Ends the creation.
release() {
  rm -f "$a.$$" "$a.$$".*
  rmdir "$a.lock"
}
# Ends the creation at a signal, with the process that it waits for. That is always one in the background:
# a signal does not interrupt the waiting for one in the foreground.
stop() {
  trap '' HUP INT TERM
  kill $p
  wait $p
  release
  exit 130
}
create() {
  umask 077
  o=$r
  s=
  w=
  t=$a.$$
  (e=nice; f=yes; go "$make$t$list" --cds-train) &
  p=$!
  if wait $p && dump && [ -s "$t" ] && { sync "$t" || sync; }; then mv -f "$t" "$a"; else : >"$a.no"; fi
  release
  find "$c" -type f -mtime +60 -exec rm -f {} + 2>/dev/null
}
h=$v
while [ -L "$h" ]; do l=$(readlink "$h"); case $l in /*) h=$l ;; *) h=${h%/*}/$l ;; esac; done
l=${h%/bin/java}/release
n=
if [ -z "${SVC_PREFLIGHT_NO_CACHE-}" ] && [ -n "${XDG_CACHE_HOME:-${HOME-}}" ] && [ -r "$l" ]; then
  while IFS='="' read -r k _ x _; do
    case $k in JAVA_RUNTIME_VERSION) n=$x; break ;; JAVA_VERSION) n=$x ;; esac
  done < "$l"
fi
case $j in /*) p=$j ;; *) p=$PWD/$j ;; esac
a=
if [ -n "$n" ] && [ ${#p} -lt 150 ]; then
  c=${XDG_CACHE_HOME:-$HOME/.cache}/@NAME@
  b=$IFS; IFS=/; set -f; k=; for x in $p; do k=$k~$x; done; IFS=$b; set +f
  a=$c/@ID@-$n$k.jsa
  use=-XX:SharedArchiveFile=$a
  make=-XX:ArchiveClassesAtExit=
  list=
  # An archive of all classes also contains their strings: it is faster than one that is written at
  # the end of a run, on top of the JDK's archive.
  [ -z "$all" ] || { make=-XX:DumpLoadedClassList=; list=.lst; }
  case $n in
    # A damaged archive crashes the JVM: 17 checks it, which takes about 4 ms. It also takes the
    # objects of the JDK's own archive, modules among them, with its default collector only.
    17[.+]*) q="$q -XX:+VerifySharedSpaces"; g=$g17 ;;
    # From 25 on an AOT cache (JEP 514) starts faster than a class-data archive.
    2[5-9]*|[3-9][0-9]*) a=${a%.jsa}.aot; list=; use=-XX:AOTCache=$a; make=-XX:AOTCacheOutput= ;;
  esac
fi
if [ -n "$i" ] && [ "${1-}" = "$i" ]; then
  if [ -n "$a" ] && alone; then
    trap stop HUP INT TERM
    rm -f "$a"
    create </dev/null >/dev/null 2>&1
    [ ! -s "$a" ] || { echo "created $a"; exit 0; }
  fi
  l=
  [ -z "$a" ] || [ ! -d "$a.lock" ] || l=" while $a.lock exists"
  echo "error: the class archive ${a:+"$a "}cannot be created$l" >&2
  exit 2
fi
if [ -n "$a" ]; then
  if [ -s "$a" ] && ! [ "$j" -nt "$a" ] && [ -O "$a" ] && [ -O "$c" ] && private "$c/." "$a"; then d=$a; go "$use" "$@"; fi
  w=$a
  if [ -n "$t" ] && { [ ! -e "$a.no" ] || [ "$j" -nt "$a.no" ]; } && alone; then
    # In the background and later: what is being waited for comes first. A grandchild, because
    # nothing waits for it.
    ( (trap '' HUP INT; trap stop TERM; sleep "$z" & p=$!; wait $p; create) </dev/null >/dev/null 2>&1 & )
  fi
fi
go -Xshare:auto "$@"
exit 2
