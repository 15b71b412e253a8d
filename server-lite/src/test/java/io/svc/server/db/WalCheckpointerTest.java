package io.svc.server.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.HandClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
class WalCheckpointerTest {
  /** In MiB. The first turn is due at 64. */
  private static final int MAX_WRITTEN = 500;

  @TempDir private Path directory;

  /** Two who read take turns so that one always began before the other ended. */
  @Test
  void the_log_is_truncated_despite_permanent_readers() throws Exception {
    Path file = directory.resolve("app.db");
    AtomicBoolean isFinished = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    int written = 0;
    int turns = 0;
    try (Database database = Database.sqlite(file, 4, HandClock.now())) {
      database.change(tx -> tx.handle().execute("CREATE TABLE much (n INTEGER, bytes BLOB)"));
      Semaphore first = new Semaphore(1);
      Semaphore second = new Semaphore(0);
      List<Thread> readers = new ArrayList<>();
      readers.add(new Thread(() -> read(database, first, second, isFinished, failure)));
      readers.add(new Thread(() -> read(database, second, first, isFinished, failure)));
      readers.forEach(Thread::start);

      long size = 0;
      for (; written < MAX_WRITTEN && turns == 0; written++) {
        int n = written;
        database.change(
            tx -> tx.handle().execute("INSERT INTO much VALUES (?, zeroblob(1048576))", n));
        long now = Files.size(directory.resolve("app.db-wal"));
        turns += now < size ? 1 : 0;
        size = now;
        // Turns are tried every two seconds, and one is missed when nobody gets a processor.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
      isFinished.set(true);
      first.release();
      second.release();
      for (Thread reader : readers) {
        reader.join();
      }
      assertThat(failure.get()).isNull();
      assertThat(
              database.<Long>read(
                  tx ->
                      tx.handle()
                          .createQuery("SELECT count(*) FROM much WHERE length(bytes) = 1048576")
                          .mapTo(Long.class)
                          .one()))
          .isEqualTo(written);
    }
    assertThat(turns).as("%d MiB written", written).isEqualTo(1);
  }

  /** 2 MB of WAL: SQLite itself copies them at 32 MB. */
  @Test
  void small_commits_are_copied_into_the_file_in_the_background() throws Exception {
    Path file = directory.resolve("app.db");
    try (Database database = Database.sqlite(file, 2, HandClock.now())) {
      database.change(tx -> tx.handle().execute("CREATE TABLE much (bytes BLOB)"));
      long before = Files.size(file);
      for (int i = 0; i < 100; i++) {
        database.change(tx -> tx.handle().execute("INSERT INTO much VALUES (zeroblob(20000))"));
      }

      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (Files.size(file) == before && System.nanoTime() < deadline) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }

      assertThat(Files.size(file)).isGreaterThan(before);
    }
  }

  /** Begins when it may, lets the other one begin, and ends when that one has begun. */
  private static void read(
      Database database,
      Semaphore mine,
      Semaphore others,
      AtomicBoolean isFinished,
      AtomicReference<Throwable> failure) {
    try {
      mine.acquire();
      while (!isFinished.get()) {
        database.read(
            tx -> {
              tx.handle().createQuery("SELECT count(*) FROM much").mapTo(Long.class).one();
              others.release();
              delay();
              mine.acquireUninterruptibly();
              return true;
            });
      }
    } catch (Throwable e) {
      failure.set(e);
    }
  }

  /** Longer than it takes from a commit to the copying of the log behind it. */
  private static void delay() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
  }
}
