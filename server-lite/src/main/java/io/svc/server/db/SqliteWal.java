package io.svc.server.db;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The write-ahead log of an SQLite file that no process has open (sqlite.org/fileformat2.html, 4).
 * SQLite reads it up to the first incomplete frame and silently ignores the remaining frames. This
 * is right after a power failure during a write, and wrong for a damaged log: then acknowledged
 * changes are lost. This class distinguishes the two, and changes nothing.
 */
final class SqliteWal {
  private static final int MAGIC = 0x377f0682;
  private static final int HEAD = 32;
  private static final int FRAME_HEAD = 24;
  private static final int LARGEST_PAGE = 65_536;

  private final Path log;
  private final Path index;

  SqliteWal(Path database) {
    this.log = database.resolveSibling(database.getFileName() + "-wal");
    this.index = database.resolveSibling(database.getFileName() + "-shm");
  }

  /** Returns whether it contains changes that may not be in the file yet. */
  boolean hasContent() throws IOException {
    return Files.exists(log) && Files.size(log) > 0;
  }

  /** Returns the problem, as the end of a sentence; empty when there is none. */
  Optional<String> problem() throws IOException {
    if (!Files.exists(log)) {
      // SQLite creates the log first and removes it last.
      return Files.exists(index)
          ? Optional.of("its log " + log.getFileName() + " is missing, with the latest changes")
          : Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(log)) {
      return isDamaged(channel)
          ? Optional.of("its log " + log.getFileName() + " is damaged, with the latest changes")
          : Optional.empty();
    }
  }

  private static boolean isDamaged(FileChannel channel) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    if (!fill(channel, head)) {
      return false;
    }
    if (isZero(head)) {
      // Created, but never written to the disk.
      return false;
    }
    int page = head.getInt(8);
    if ((head.getInt(0) & ~1) != MAGIC || page < 512 || page > LARGEST_PAGE) {
      return true;
    }
    FrameChecksum sum =
        new FrameChecksum(
            (head.getInt(0) & 1) == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    sum.add(head, 0, FRAME_HEAD);
    return !sum.is(head.getInt(24), head.getInt(28)) || hasCommitsAfterBreak(channel, head, sum);
  }

  /**
   * A transaction begins when the previous one is on disk. So if two commit frames of this log
   * follow an incomplete frame, that frame had been on disk.
   */
  private static boolean hasCommitsAfterBreak(
      FileChannel channel, ByteBuffer head, FrameChecksum sum) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD + head.getInt(8));
    boolean isBroken = false;
    int commits = 0;
    while (commits < 2 && fill(channel, frame)) {
      boolean isOfThisLog =
          frame.getInt(8) == head.getInt(16) && frame.getInt(12) == head.getInt(20);
      if (!isBroken) {
        sum.add(frame, 0, 8);
        sum.add(frame, FRAME_HEAD, frame.limit());
        isBroken = !isOfThisLog || !sum.is(frame.getInt(16), frame.getInt(20));
      } else if (isOfThisLog && frame.getInt(4) != 0) {
        commits++;
      }
    }
    return commits == 2;
  }

  private static boolean isZero(ByteBuffer bytes) {
    for (int i = 0; i < bytes.limit(); i++) {
      if (bytes.get(i) != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean fill(FileChannel channel, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        return false;
      }
    }
    buffer.flip();
    return true;
  }

  /** The cumulative checksum over all frames so far. */
  private static final class FrameChecksum {
    private final ByteOrder order;
    private int first;
    private int second;

    FrameChecksum(ByteOrder order) {
      this.order = order;
    }

    void add(ByteBuffer bytes, int from, int to) {
      ByteBuffer words = bytes.duplicate().order(order);
      for (int i = from; i < to; i += 8) {
        first += words.getInt(i) + second;
        second += words.getInt(i + 4) + first;
      }
    }

    boolean is(int expectedFirst, int expectedSecond) {
      return first == expectedFirst && second == expectedSecond;
    }
  }
}
