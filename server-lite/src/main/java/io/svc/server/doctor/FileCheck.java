package io.svc.server.doctor;

import io.svc.server.OperatorErrorException;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.data.MasterKey;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks the data directory, its disk, the master key, the clock. */
final class FileCheck {
  private static final long MIN_FREE = 64L << 20;
  private static final long LITTLE_FREE = 1L << 30;
  private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(5);

  /** 32 random bytes have about 30 distinct values. */
  private static final int FEWEST_DIFFERENT = 12;

  private final Path directory;
  private final Path key;
  private final boolean isShared;
  private final Clock clock;
  private final Optional<Instant> built;
  private final List<Diagnosis> found = new ArrayList<>();

  FileCheck(ServerConfig config, Clock clock, Optional<Instant> built) {
    this.directory = config.dataDirectory();
    this.key = config.masterKeyFile().orElse(directory.resolve("master.key"));
    this.isShared = config.database().url().isPresent();
    this.clock = clock;
    this.built = built;
  }

  List<Diagnosis> run() {
    String quoted = SafeText.quoted(directory.toString());
    if (!Files.isDirectory(directory)) {
      found.add(
          Diagnosis.warning(
              "data", "there is no " + quoted + " yet; the server creates it at the first start"));
      checkClock(List.of());
      return found;
    }
    try {
      checkPermissions("data", directory, "data directory");
      if (!Files.isWritable(directory)) {
        found.add(Diagnosis.error("data", quoted + " is not writable by this user"));
      }
      found.add(
          Diagnosis.ok(
              "lock",
              DataDirectory.lockOwner(directory)
                  .map(owner -> "locked by " + owner)
                  .orElse("no server is running here")));
      checkDisk();
      List<Path> files = files();
      if (files.stream()
          .anyMatch(
              file -> file.getFileName().toString().matches("restore-(ready|moving-in)-.*"))) {
        found.add(
            Diagnosis.warning(
                "data", "a restore was interrupted; the server completes it at the next start"));
      }
      checkKey();
      checkClock(files);
    } catch (IOException e) {
      found.add(Diagnosis.error("data", quoted + " is not readable by this user"));
    }
    return found;
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(files::add);
    }
    return files;
  }

  private void checkPermissions(String check, Path path, String description) throws IOException {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
    String shown = PosixFilePermissions.toString(permissions);
    String subject = description + " " + SafeText.quoted(path.toString()) + " (" + shown + ")";
    if (shown.endsWith("------")) {
      found.add(Diagnosis.ok(check, subject));
    } else if (permissions.contains(PosixFilePermission.OTHERS_WRITE)
        || permissions.contains(PosixFilePermission.GROUP_WRITE)) {
      found.add(
          Diagnosis.error(check, subject + " can be changed by other users; run chmod go= on it"));
    } else {
      found.add(
          Diagnosis.warning(check, subject + " can be read by other users; run chmod go= on it"));
    }
  }

  private void checkDisk() throws IOException {
    FileStore disk = Files.getFileStore(directory);
    long free = disk.getUsableSpace();
    Path store = directory.resolve("app.db");
    long size = Files.exists(store) ? Files.size(store) : 0;
    String message = (free >> 20) + " MiB free";
    if (free < MIN_FREE) {
      found.add(Diagnosis.error("disk", message + "; the server is not ready below 64 MiB"));
    } else if (free < LITTLE_FREE || (!isShared && free < 2 * size)) {
      found.add(
          Diagnosis.warning(
              "disk", message + "; expected 1 GiB, plus twice the store for a backup"));
    } else {
      found.add(Diagnosis.ok("disk", message));
    }
  }

  private void checkKey() throws IOException {
    if (!Files.exists(key)) {
      boolean isNeeded = Files.exists(directory.resolve("app.db")) || isShared;
      String message = "there is no master key " + SafeText.quoted(key.toString());
      found.add(
          isNeeded && Files.exists(directory.resolve("app.db"))
              ? Diagnosis.error("master-key", message + " for the store; restore it")
              : Diagnosis.warning(
                  "master-key", message + " yet; the server creates it at the first start"));
      return;
    }
    try {
      byte[] bytes = MasterKey.read(key).bytes();
      Set<Byte> different = new HashSet<>();
      for (byte b : bytes) {
        different.add(b);
      }
      if (different.size() < FEWEST_DIFFERENT) {
        found.add(Diagnosis.error("master-key", "the master key is not random"));
      }
      checkPermissions("master-key", key, "master key");
    } catch (OperatorErrorException e) {
      found.add(Diagnosis.error("master-key", e.getMessage()));
    }
  }

  private void checkClock(List<Path> files) {
    Instant now = clock.instant();
    if (built.isPresent() && now.isBefore(built.get())) {
      found.add(
          Diagnosis.error(
              "clock",
              "the clock shows "
                  + Json.time(now)
                  + ", which is before this program was built; set it, or sessions and keys expire"
                  + " at the wrong time"));
      return;
    }
    for (Path file : files) {
      try {
        Instant written = Files.getLastModifiedTime(file).toInstant();
        if (written.isAfter(now.plus(CLOCK_TOLERANCE))) {
          found.add(
              Diagnosis.warning(
                  "clock",
                  SafeText.quoted(file.getFileName().toString())
                      + " was written at "
                      + Json.time(written)
                      + ", which is in the future; check whether the clock was set back"));
          return;
        }
      } catch (IOException e) {
        // Deleted since it was listed, as journals are, so there is no result.
      }
    }
    found.add(Diagnosis.ok("clock", Json.time(now)));
  }
}
