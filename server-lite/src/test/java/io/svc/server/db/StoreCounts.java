package io.svc.server.db;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Counts what an SQLite store writes. */
public final class StoreCounts {
  private static final int HEAD = 32;
  private static final int FRAME_HEAD = 24;
  private static final int PAGE = 4096;

  private final Database database;
  private final Path log;
  private Totals before = new Totals(0, 0, 0);

  private record Totals(long rows, long statements, long bytes) {}

  /**
   * Work between two moments.
   *
   * @param rows changed rows
   * @param statements newly prepared statements
   * @param pagesOfCommits the number of pages of each commit
   */
  public record Counts(long rows, long statements, List<Integer> pagesOfCommits) {}

  public StoreCounts(Database database, Path directory) {
    this.database = database;
    this.log = directory.resolve("app.db-wal");
  }

  public void begin() throws IOException {
    before = totals();
  }

  public Counts end() throws IOException {
    Totals after = totals();
    List<Integer> commits = new ArrayList<>();
    try (RandomAccessFile frames = new RandomAccessFile(log.toFile(), "r")) {
      int pages = 0;
      for (long at = before.bytes; at < after.bytes; at += FRAME_HEAD + PAGE) {
        // The second number of a frame is not 0 in the last frame of a commit
        // (sqlite.org/fileformat2.html, section 4.1).
        frames.seek(Math.max(at, HEAD) + Integer.BYTES);
        pages++;
        if (frames.readInt() != 0) {
          commits.add(pages);
          pages = 0;
        }
      }
    }
    return new Counts(after.rows - before.rows, after.statements - before.statements, commits);
  }

  /** Returns the number of B-trees of tables: the tables and their indexes. */
  public long trees(List<String> tables) {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT count(*) FROM sqlite_master WHERE tbl_name IN (<tables>)")
                .bindList("tables", tables)
                .mapTo(Long.class)
                .one());
  }

  private Totals totals() throws IOException {
    long bytes = log.toFile().length();
    return database.write(
        tx ->
            new Totals(
                tx.handle().createQuery("SELECT total_changes()").mapTo(Long.class).one(),
                ((StatementCache.OfConnection) tx.handle().getStatementBuilder()).prepared(),
                bytes));
  }
}
