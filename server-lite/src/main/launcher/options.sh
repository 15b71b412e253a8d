# JAVA_OPTS comes last and overrides everything. Serial GC with a small initial heap, which grows and shrinks with
# the live objects, and one memory pool of the C library need the least memory.
# Jetty would start JMX to find out how many references a cache line has.
# Out of memory ends the process, so that its supervisor starts it again. Java 17 uses UTF-8 as its default, as
# later versions do. Warnings of the JVM go to standard error: standard output has one line only.
o=${JAVA_OPTS-}
q="-XX:-UsePerfData -XX:+UnlockDiagnosticVMOptions -XX:+DisplayVMOutputToStderr -Xlog:disable
  -XX:+ExitOnOutOfMemoryError -Dfile.encoding=UTF-8 -Dorg.eclipse.jetty.util.referencesPerCacheLine=16"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
# The JVM accepts one collector only, and no maximum below the initial heap.
m=-Xms48m
k="-XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40 -XX:-ShrinkHeapInSteps"
set -f
for b in $o ${JAVA_TOOL_OPTIONS-} ${JDK_JAVA_OPTIONS-} ${_JAVA_OPTIONS-}; do
  case $b in
    -XX:+Use*GC) g= k= ;;
    -XX:*HeapFreeRatio=*) k= ;;
    -Xm[sx]* | -XX:*HeapSize=*) m= ;;
  esac
done
set +f
q="$q $m $k"
g17=$g
# With this collector the objects of such an archive are of no use.
all=
i=--create-archive
r=-Xmx128m
case ${1-} in
  # A server answers no question by its exit code, and its supervisor has to reach it.
  '' | serve | -*) f=yes; z=15 ;;
  *) t= ;;
esac
# The training run takes some 400 MB in addition to the server's memory. The limit can be that of a container,
# which is the root of what it sees, of a service, or of a group around it.
limits() {
  while IFS= read -r b; do
    case $b in
      0::*) b=/sys/fs/cgroup${b#0::} ;;
      *:memory:*) b=/sys/fs/cgroup/memory${b#*:memory:} ;;
      *) continue ;;
    esac
    while [ -n "${b#/sys/fs}" ]; do
      for k in "$b/memory.max" "$b/memory.limit_in_bytes"; do
        [ -r "$k" ] && read -r k <"$k" && case $k in max | ??????????*) ;; *) t= ;; esac
      done
      b=${b%/*}
    done
  done
}
[ ! -r /proc/self/cgroup ] || limits </proc/self/cgroup
private() { m=$(find "$@" -prune \( -perm -020 -o -perm -002 \)) && [ -z "$m" ]; }
