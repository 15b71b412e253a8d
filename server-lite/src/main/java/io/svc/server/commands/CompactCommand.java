package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.SqliteCompaction;
import io.svc.server.db.SqliteCompaction.Size;
import io.svc.server.db.StoreErrors;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "compact", description = "Compacts the SQLite store to free disk space.")
final class CompactCommand implements ServerCommand {
  @Option(names = "--dry-run", description = "Only show how much disk space would be freed.")
  private boolean isDry;

  @Override
  public ServerExitCode run(CommandInvocation call) {
    if (call.config().database().url().isPresent()) {
      throw new OperatorErrorException(
          "the store is a PostgreSQL database, where autovacuum reuses free space; use VACUUM FULL"
              + " to return it to the disk");
    }
    try (DataDirectory data = StoreAccess.directory(call)) {
      data.lock();
      StoreAccess.requireFile(data, "compact");
      StoreAccess.refuseDamaged(data, "compacted");
      SqliteCompaction compaction = new SqliteCompaction(data.database());
      return isDry ? printResult(call, data, compaction.size()) : compact(call, data, compaction);
    } catch (StoreUnavailableException e) {
      throw new OperatorErrorException(
          "the store could not be compacted (" + StoreErrors.reason(e) + "); it was not changed",
          e);
    }
  }

  private static ServerExitCode printResult(CommandInvocation call, DataDirectory data, Size size) {
    call.out()
        .println(
            named(data)
                + " uses "
                + mebibytes(size.bytes())
                + ", including "
                + mebibytes(size.free())
                + " of free space");
    call.out()
        .println(
            "  compaction temporarily requires "
                + mebibytes(size.needed())
                + " of disk space; available: "
                + mebibytes(available(data)));
    return ServerExitCode.DONE;
  }

  private static ServerExitCode compact(
      CommandInvocation call, DataDirectory data, SqliteCompaction compaction) {
    Size before = compaction.size();
    long available = available(data);
    if (available < before.needed()) {
      throw new OperatorErrorException(
          "the disk of "
              + SafeText.quoted(data.path().toString())
              + " has "
              + mebibytes(available)
              + " free; required: "
              + mebibytes(before.needed())
              + ", to write "
              + mebibytes(before.bytes() - before.free())
              + " twice");
    }
    Size after = compaction.compact();
    call.out()
        .println(
            "compacted "
                + named(data)
                + ": "
                + mebibytes(before.bytes())
                + " before, "
                + mebibytes(after.bytes())
                + " now");
    if (!before.givesBack()) {
      call.out().println("  the server now frees disk space automatically");
    }
    return ServerExitCode.DONE;
  }

  private static long available(DataDirectory data) {
    try {
      return Files.getFileStore(data.path()).getUsableSpace();
    } catch (IOException e) {
      throw new OperatorErrorException(
          "the disk of "
              + SafeText.quoted(data.path().toString())
              + " does not report its free"
              + " space",
          e);
    }
  }

  private static String named(DataDirectory data) {
    return SafeText.of(data.database().toString());
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f MiB", bytes / (double) (1L << 20));
  }
}
