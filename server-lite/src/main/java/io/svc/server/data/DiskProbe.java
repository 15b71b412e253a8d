package io.svc.server.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether the disk of a directory has space for new data, by writing a file and deleting it.
 * A small change of an SQLite file is no proof, because it fits into the space that the file or its
 * WAL already has. The result is reused for two seconds. Safe for many threads.
 */
public final class DiskProbe {
  private static final Logger LOG = LoggerFactory.getLogger(DiskProbe.class);
  private static final long NANOS_REMEMBERED = 2_000_000_000L;

  /** More than a decision writes, and little for a disk. */
  private static final int BYTES = 256 * 1024;

  private final Path file;
  private final ReentrantLock checkLock = new ReentrantLock();
  private volatile boolean works = true;
  private volatile long checkedAt = System.nanoTime() - NANOS_REMEMBERED;

  public DiskProbe(Path directory) {
    this.file = directory.resolve(".write-check");
  }

  /** Returns whether the disk accepts new data. Never throws; only one thread at a time writes. */
  public boolean acceptsWrites() {
    if (System.nanoTime() - checkedAt >= NANOS_REMEMBERED && checkLock.tryLock()) {
      try {
        works = write();
      } finally {
        checkedAt = System.nanoTime();
        checkLock.unlock();
      }
    }
    return works;
  }

  private boolean write() {
    try {
      Files.deleteIfExists(file);
      PrivateFiles.createFile(file);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(false);
      }
      return true;
    } catch (IOException e) {
      LOG.warn("the disk of the data directory cannot be written to", e);
      return false;
    } finally {
      delete();
    }
  }

  private void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.debug("the file of a check could not be deleted", e);
    }
  }
}
