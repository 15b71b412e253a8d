package io.svc.server.db;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The write-ahead log beside an SQLite file that nobody has open (sqlite.org/fileformat2.html, 4).
 * SQLite reads it up to the first frame that is not whole and silently forgets the rest, which is
 * right for what a power cut left half written and wrong for a log that was damaged: then changes
 * are lost that were acknowledged. This tells the two apart, and changes nothing.
 */
final class SqliteJournal {
  private static final int MAGIC = 0x377f0682;
  private static final int HEAD = 32;
  private static final int FRAME_HEAD = 24;
  private static final int LARGEST_PAGE = 65_536;

  private final Path log;
  private final Path index;

  SqliteJournal(Path database) {
    this.log = database.resolveSibling(database.getFileName() + "-wal");
    this.index = database.resolveSibling(database.getFileName() + "-shm");
  }

  /** Whether there are changes in it that may not be in the file yet. */
  boolean hasContent() throws IOException {
    return Files.exists(log) && Files.size(log) > 0;
  }

  /** What is wrong with it, as the end of a sentence; empty when nothing is. */
  Optional<String> problem() throws IOException {
    if (!Files.exists(log)) {
      // SQLite makes the log first and removes it last.
      return Files.exists(index)
          ? Optional.of("its log " + log.getFileName() + " was taken away, with the last changes")
          : Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(log)) {
      return isDamaged(channel)
          ? Optional.of("its log " + log.getFileName() + " is damaged, with the last changes")
          : Optional.empty();
    }
  }

  private static boolean isDamaged(FileChannel channel) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    if (!fill(channel, head)) {
      return false;
    }
    if (isZero(head)) {
      // Made, and never come to the disk.
      return false;
    }
    int page = head.getInt(8);
    if ((head.getInt(0) & ~1) != MAGIC || page < 512 || page > LARGEST_PAGE) {
      return true;
    }
    Sum sum = new Sum((head.getInt(0) & 1) == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    sum.add(head, 0, FRAME_HEAD);
    return !sum.is(head.getInt(24), head.getInt(28)) || hasCommitsBehindBreak(channel, head, sum);
  }

  /**
   * A transaction begins when the one before it is on disk. So where two ends of transactions of
   * this log lie behind a frame that is not whole, that frame had been on disk.
   */
  private static boolean hasCommitsBehindBreak(FileChannel channel, ByteBuffer head, Sum sum)
      throws IOException {
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

  /** The sum over all frames until now. */
  private static final class Sum {
    private final ByteOrder order;
    private int first;
    private int second;

    Sum(ByteOrder order) {
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
