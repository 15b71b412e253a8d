package io.svc.server.packaged;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The class-data archive that servers of tests start with, which saves a third of the work. All
 * JVMs that run tests share it.
 */
final class ClassArchive {
  /** As many starts save what the creation costs. */
  private static final int STARTS_WITHOUT = 3;

  private static final AtomicInteger STARTS = new AtomicInteger();

  private ClassArchive() {}

  /** Returns the options of a JVM that starts the server. */
  static List<String> options() throws IOException {
    Path jar = Path.of(System.getProperty("packaged.server"));
    Path archive = jar.resolveSibling("tests.jsa");
    boolean isCurrent = isCurrent(archive, jar);
    if (!isCurrent && STARTS.incrementAndGet() > STARTS_WITHOUT) {
      create(archive, jar);
      isCurrent = isCurrent(archive, jar);
    }
    return isCurrent ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
  }

  private static boolean isCurrent(Path archive, Path jar) throws IOException {
    return Files.exists(archive)
        && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0;
  }

  /** Creates the archive, unless another JVM does so now. */
  private static void create(Path archive, Path jar) throws IOException {
    try (FileChannel channel =
            FileChannel.open(archive.resolveSibling("tests.jsa.lock"), CREATE, WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null || isCurrent(archive, jar)) {
        return;
      }
      Path part = archive.resolveSibling("tests.jsa.part");
      Files.deleteIfExists(part);
      ProcessBuilder training =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-XX:ArchiveClassesAtExit=" + part,
              "-jar",
              jar.toString(),
              "--cds-train");
      training.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
      if (training.start().waitFor() != 0) {
        throw new IOException("The class archive cannot be created");
      }
      Files.move(part, archive, ATOMIC_MOVE, REPLACE_EXISTING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
