package io.svc.server.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.svc.server.db.Database;
import io.svc.server.db.Vendor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * Runs jobs by db-scheduler. Beside an SQLite store its table has a file of its own, because it
 * writes when it likes and the store has one writer; the file holds nothing that the next start
 * would not make anew. In PostgreSQL the table lies in the store, where several servers take turns.
 */
public final class Jobs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int THREADS = 2;

  private final Scheduler scheduler;
  private final Optional<HikariDataSource> own;

  /**
   * Jobs of a store.
   *
   * @param file where an SQLite store keeps them
   * @param rounds how often it looks for jobs that are due
   */
  public Jobs(Database database, Path file, Duration rounds, List<Job> jobs) {
    boolean isSqlite = database.vendor() == Vendor.SQLITE;
    this.own = isSqlite ? Optional.of(open(file)) : Optional.empty();
    DataSource source = own.isPresent() ? own.get() : database.shared();
    createTable(source, database.vendor());
    List<RecurringTask<?>> tasks = new ArrayList<>();
    for (Job job : jobs) {
      tasks.add(
          Tasks.recurring(job.name(), FixedDelay.of(job.every()))
              .execute((instance, context) -> run(job)));
    }
    var builder =
        Scheduler.create(source)
            .startTasks(tasks)
            .schedulerName(new SchedulerName.Fixed("svc-server-" + UUID.randomUUID()))
            .pollingInterval(rounds)
            .shutdownMaxWait(PATIENCE)
            .threads(THREADS);
    if (!isSqlite) {
      builder.pollUsingLockAndFetch(0.5, 1.0);
    }
    this.scheduler = builder.build();
  }

  private static HikariDataSource open(Path file) {
    SQLiteConfig settings = new SQLiteConfig();
    settings.setJournalMode(SQLiteConfig.JournalMode.WAL);
    settings.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    settings.setBusyTimeout(10_000);
    SQLiteDataSource source = new SQLiteDataSource(settings);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setPoolName("jobs");
    config.setMaximumPoolSize(1);
    return new HikariDataSource(config);
  }

  private static void createTable(DataSource source, Vendor vendor) {
    String script = vendor + ".sql";
    try (InputStream in = Jobs.class.getResourceAsStream(script);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      // All of it at once, so that a lock that the script takes is held to its end.
      connection.setAutoCommit(false);
      String sql = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String command : sql.split(";", -1)) {
        if (!command.isBlank()) {
          statement.execute(command);
        }
      }
      connection.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException("the table of jobs cannot be made", e);
    }
  }

  /** A job that fails is done again the next time, like one that did not. */
  private static void run(Job job) {
    try {
      job.work().run();
    } catch (RuntimeException e) {
      LOG.error("the job {} failed and will be done again", job.name(), e);
    }
  }

  public void start() {
    scheduler.start();
  }

  /** Waits for jobs that are at work. */
  @Override
  public void close() {
    scheduler.stop();
    own.ifPresent(HikariDataSource::close);
  }
}
