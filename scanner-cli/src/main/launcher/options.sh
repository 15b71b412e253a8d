# The JVM cannot tell one stream from the other: ask here, where it costs nothing.
[ -t 1 ] && y=out
[ -t 2 ] && y=$y,err
# A run is over before most methods are worth compiling, and moving an archive to a random address
# costs more than reading it. Warnings of the JVM would go to standard output and break the report.
q="-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=3 -XX:-UsePerfData
  -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:+DisplayVMOutputToStderr -Xlog:disable"
# A scan of a directory is longer: compile earlier, and let two threads allocate without many collections.
# A JVM accepts one collector only, which the environment may select.
case ${JAVA_TOOL_OPTIONS-}${JDK_JAVA_OPTIONS-}${_JAVA_OPTIONS-} in
  *GC*) ;;
  *) for k do [ ! -d "$k" ] || s="-XX:CompileThresholdScaling=1 -XX:+UseParallelGC -XX:MaxNewSize=40m"; done ;;
esac
