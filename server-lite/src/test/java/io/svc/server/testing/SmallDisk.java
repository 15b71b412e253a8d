package io.svc.server.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file system of its own, in memory, which a test can fill. Mounting it needs root. */
public final class SmallDisk implements AutoCloseable {
  private final Path mount;

  private SmallDisk(Path mount) {
    this.mount = mount;
  }

  /** Mounts one over a directory; the test is skipped, or with CI fails, where that is refused. */
  public static SmallDisk mountAt(Path directory, int mebibytes) {
    if (run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", directory.toString())
        != 0) {
      throw Prerequisite.missing("no file system can be mounted here, which takes root");
    }
    return new SmallDisk(directory);
  }

  public Path path() {
    return mount;
  }

  /** Leaves so many bytes free. */
  public void fillBut(long free) {
    byte[] piece = new byte[64 << 10];
    try (OutputStream out = Files.newOutputStream(ballast())) {
      while (Files.getFileStore(mount).getUsableSpace() > free + piece.length) {
        out.write(piece);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives the room back. */
  public void free() {
    try {
      Files.delete(ballast());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on nothing can be written. Refused while files are open for writing. */
  public void makeReadOnly() {
    if (run("mount", "-o", "remount,ro", mount.toString()) != 0) {
      throw new IllegalStateException("the disk could not be made read-only");
    }
  }

  private Path ballast() {
    return mount.resolve("ballast");
  }

  private static int run(String... command) {
    try {
      return new ProcessBuilder(List.of(command))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Whoever still has files open there may go on; the directory itself is free. */
  @Override
  public void close() {
    run("umount", "-l", mount.toString());
  }
}
