package io.svc.cli.rules;

import io.svc.cli.console.AtomicFile;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.rules.Advisory;
import io.svc.rules.AdvisoryIndex;
import io.svc.rules.AdvisoryIndex.PackageKey;
import io.svc.rules.OsvReader;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * {@code svc-preflight rules update}: imports advisories from files that the user has downloaded.
 * The command itself opens no connection.
 */
final class AdvisoryUpdate {
  /** Records have a few kilobytes; this is far above the largest. */
  private static final int LARGEST_RECORD = 16 * 1024 * 1024;

  private final ProcessContext surroundings;
  private final Console console;
  private final Map<PackageKey, List<Advisory>> advisories = OsvReader.noAdvisories();
  private final OsvReader reader = new OsvReader(advisories);
  private int records;

  AdvisoryUpdate(ProcessContext surroundings, Console console) {
    this.surroundings = surroundings;
    this.console = console;
  }

  ExitCode run(Optional<Path> from) {
    Path requestedFile =
        from.orElseThrow(
            () ->
                new UserErrorException(
                    "missing --from; expected an export in OSV format (.json, .zip or a"
                        + " directory)"));
    Path source = surroundings.resolve(requestedFile);
    if (!Files.exists(source)) {
      throw new UserErrorException("export not found at " + requestedFile);
    }
    try {
      read(source);
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read the export at " + requestedFile + ": " + FileErrorText.reasonOf(e));
    }
    if (advisories.isEmpty()) {
      throw new UserErrorException(
          requestedFile
              + " contains no advisories for npm, PyPI, or Go packages; nothing was changed");
    }
    LocalDate date = LocalDate.ofInstant(surroundings.clock().instant(), ZoneOffset.UTC);
    String text = AdvisoryIndex.encode(date.toString(), "an export in OSV format", advisories);
    Path target = AdvisoryFile.of(surroundings);
    AtomicFile.write(target, text);
    console.print(
        "now in "
            + target
            + ": "
            + Console.count(records, "record")
            + " about "
            + Console.count(advisories.size(), "package")
            + "\n");
    return ExitCode.CLEAN;
  }

  private void read(Path path) throws IOException {
    String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
    if (Files.isDirectory(path)) {
      try (Stream<Path> walk = Files.walk(path)) {
        for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
          if (file.toString().endsWith(".json") || file.toString().endsWith(".zip")) {
            read(file);
          }
        }
      }
    } else if (name.endsWith(".zip")) {
      readZip(path);
    } else {
      read(path.toString(), RegularFile.text(path, StandardCharsets.UTF_8));
    }
  }

  private void readZip(Path path) throws IOException {
    try (InputStream file = RegularFile.open(path);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (!entry.isDirectory() && entry.getName().endsWith(".json")) {
          byte[] bytes = zip.readNBytes(LARGEST_RECORD + 1);
          if (bytes.length > LARGEST_RECORD) {
            throw new UserErrorException(
                entry.getName() + " in " + path + " exceeds the size limit for a record");
          }
          read(path + "!" + entry.getName(), new String(bytes, StandardCharsets.UTF_8));
        }
      }
    } catch (ZipException | IllegalArgumentException e) {
      // ZipFile throws the second for an entry name that cannot be decoded.
      throw new UserErrorException(path + " is not a readable zip file");
    }
  }

  private void read(String name, String json) {
    try {
      records += reader.read(json);
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(name + ": " + e.getMessage());
    }
  }
}
