package io.svc.server.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.svc.server.db.Database;
import io.svc.server.db.SqliteFile;
import io.svc.server.db.Vendor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * Runs jobs by db-scheduler. With an SQLite store its table is in a separate file, because it
 * writes at any time and the store has one writer; the file contains only data that the next start
 * recreates. With PostgreSQL the table is in the store, where several servers share it.
 */
public final class Jobs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int THREADS = 2;
  private static final int POLL_SECONDS = 60;

  /**
   * A run that is scheduled later than this after its due time was scheduled while the clock was
   * ahead.
   */
  private static final Duration TOLERANCE = Duration.ofMinutes(1);

  /** The interval of heartbeats of a running job. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);

  /**
   * After this number of missed heartbeats, the server is considered dead, and another one runs the
   * job.
   */
  private static final int MISSED_HEARTBEATS = 6;

  private final Database database;
  private final Scheduler scheduler;
  private final DataSource source;
  private final List<Job> jobs;
  private final ClockJumpDetector jumps =
      new ClockJumpDetector(Clock.systemUTC(), System::nanoTime);
  private final ScheduledExecutorService monitorExecutor =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "jobs-watch");
            thread.setDaemon(true);
            return thread;
          });
  private final Optional<HikariDataSource> jobsPool;
  private final List<Job> localJobs = new ArrayList<>();
  private final ScheduledExecutorService localExecutor =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "own-jobs");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Creates the jobs of a store.
   *
   * @param file the file for jobs of an SQLite store
   * @param rounds the interval of checks for due jobs
   */
  public Jobs(Database database, Path file, Duration rounds, List<Job> jobs) {
    boolean isSqlite = database.vendor() == Vendor.SQLITE;
    this.jobsPool = isSqlite ? Optional.of(open(file)) : Optional.empty();
    this.source = jobsPool.isPresent() ? jobsPool.get() : database.shared();
    this.database = database;
    this.jobs = List.copyOf(jobs);
    createTable(source, database.vendor());
    List<RecurringTask<?>> tasks = new ArrayList<>();
    for (Job job : jobs) {
      if (job.kind() == Job.Kind.OF_EACH) {
        localJobs.add(job);
        continue;
      }
      tasks.add(
          Tasks.recurring(job.name(), FixedDelay.of(job.every()))
              .execute((instance, context) -> run(job)));
    }
    var builder =
        Scheduler.create(source)
            .startTasks(tasks)
            .schedulerName(new SchedulerName.Fixed("svc-server-" + UUID.randomUUID()))
            .pollingInterval(rounds)
            .heartbeatInterval(HEARTBEAT)
            .missedHeartbeatsLimit(MISSED_HEARTBEATS)
            .shutdownMaxWait(TIMEOUT)
            .threads(THREADS);
    if (!isSqlite) {
      builder.pollUsingLockAndFetch(0.5, 1.0);
    }
    this.scheduler = builder.build();
  }

  private static HikariDataSource open(Path file) {
    recreateIfDamaged(file);
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
    // The connection stays open until the end: the lock of the data directory depends on it.
    config.setMaxLifetime(0);
    return new HikariDataSource(config);
  }

  /** All its data is recreated, so a damaged file must not prevent the start. */
  private static void recreateIfDamaged(Path file) {
    try {
      if (!Files.exists(file)
          || Files.size(file) == 0
          || new SqliteFile(file).obviousDamage().isEmpty()) {
        return;
      }
      LOG.warn("the job schedule was damaged and is created again");
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-wal"));
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-shm"));
      // Truncated and not replaced, to preserve its permissions.
      Files.newOutputStream(file, StandardOpenOption.TRUNCATE_EXISTING).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void createTable(DataSource source, Vendor vendor) {
    String script = vendor + ".sql";
    try (InputStream in = Jobs.class.getResourceAsStream(script);
        Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      // In one transaction, so that a lock in the script lasts until its end.
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
      throw new IllegalStateException("the table of jobs cannot be created", e);
    }
  }

  /** A job that fails runs again at its next time, like a successful one. */
  private void run(Job job) {
    if (job.kind() == Job.Kind.REMOVING && !jumps.mayRemove()) {
      return;
    }
    try {
      database.runLong(job.work());
    } catch (RuntimeException e) {
      LOG.error("the job {} failed and will be retried", job.name(), e);
    }
  }

  public void start() {
    rescheduleToNow();
    scheduler.start();
    // With a monotonic clock, unlike the scheduler's.
    Future<?> unusedSchedule =
        monitorExecutor.scheduleWithFixedDelay(
            this::rescheduleToNow, POLL_SECONDS, POLL_SECONDS, TimeUnit.SECONDS);
    for (Job job : localJobs) {
      long millis = job.every().toMillis();
      Future<?> unusedWork =
          localExecutor.scheduleWithFixedDelay(
              () -> run(job), millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * If the clock is set back, jobs, including mails and alerts, would otherwise wait until it
   * reaches the previous time again, even across restarts.
   */
  private void rescheduleToNow() {
    String late =
        "UPDATE scheduled_tasks SET execution_time = ?"
            + " WHERE task_name = ? AND execution_time > ? AND picked = ?";
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement(late)) {
      Instant now = Instant.now(Clock.systemUTC());
      for (Job job : jobs) {
        statement.setTimestamp(1, Timestamp.from(now));
        statement.setString(2, job.name());
        statement.setTimestamp(3, Timestamp.from(now.plus(job.every()).plus(TOLERANCE)));
        statement.setBoolean(4, false);
        if (statement.executeUpdate() > 0) {
          LOG.warn("the job {} had an impossible due time and runs now", job.name());
        }
      }
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    } catch (SQLException | RuntimeException e) {
      // An exception would end the periodic check without any report.
      LOG.warn("the schedule of jobs cannot be read at the moment", e);
    }
  }

  /** Waits for running jobs. */
  @Override
  public void close() {
    monitorExecutor.shutdownNow();
    localExecutor.shutdown();
    scheduler.stop();
    try {
      if (!localExecutor.awaitTermination(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("a job of this server is still running");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    jobsPool.ifPresent(HikariDataSource::close);
  }
}
