package io.svc.cli.fix;

import io.svc.cli.targets.ConfigFiles;
import io.svc.rules.files.RegularFile;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigSource;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome.Read;
import io.svc.scanner.fix.AcceptedFindings;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A file that was scanned and may be changed. Holds what the file says. */
final class FixTarget {
  /** What a file of servers is taken for when nothing tells. */
  private static final String GUESSED_SOURCE = "claude-desktop";

  private final Path path;
  private final byte[] bytes;
  private final McpConfig config;
  private final boolean isClientKnown;
  private final AcceptedFindings accepted;

  private FixTarget(
      Path path, byte[] bytes, McpConfig config, boolean isClientKnown, AcceptedFindings accepted) {
    this.path = path;
    this.bytes = bytes;
    this.config = config;
    this.isClientKnown = isClientKnown;
    this.accepted = accepted;
  }

  /** Those of the requested files that can be read; of the others the user is told. */
  static List<FixTarget> of(ConfigFiles files, Scanner scanner, List<ScanRequest> requests) {
    boolean isGiven = !requests.isEmpty() && requests.get(0).source().isPresent();
    List<FixTarget> targets = new ArrayList<>();
    for (Optional<FixTarget> target :
        files.scan(scanner, requests, scanned -> read(scanned, isGiven))) {
      target.ifPresent(targets::add);
    }
    return targets;
  }

  /** Empty when the file was there for the scan and is not any more. */
  private static Optional<FixTarget> read(Scanned scanned, boolean isGiven) {
    try {
      byte[] bytes = RegularFile.bytes(scanned.path());
      String source = scanned.config().source();
      boolean isKnown =
          isGiven
              || McpClients.ofPath(scanned.path()).isPresent()
              || !source.equals(GUESSED_SOURCE);
      return ConfigReader.read(scanned.path(), bytes, Optional.of(source)) instanceof Read read
          ? Optional.of(
              new FixTarget(
                  scanned.path(),
                  bytes,
                  read.config(),
                  isKnown,
                  AcceptedFindings.of(scanned.report().findings())))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Each file once, whatever the number of names and links that lead to it. */
  static List<FixTarget> withoutRepeats(List<FixTarget> targets) {
    Set<Path> seen = new HashSet<>();
    List<FixTarget> kept = new ArrayList<>();
    for (FixTarget target : targets) {
      if (seen.add(realOf(target.path()))) {
        kept.add(target);
      }
    }
    return kept;
  }

  /** Where a path leads; itself where there is nothing yet. */
  static Path realOf(Path path) {
    try {
      return ReplacedFile.real(path);
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  Path path() {
    return path;
  }

  /** The content that the config was read from. */
  byte[] bytes() {
    return bytes.clone();
  }

  McpConfig config() {
    return config;
  }

  /** Whether it is told whose file it is. */
  boolean isClientKnown() {
    return isClientKnown;
  }

  /** The findings in it that stay. */
  AcceptedFindings accepted() {
    return accepted;
  }

  /** All values of the file, which may refer to variables. */
  Collection<String> values() {
    return ConfigSource.valuesOf(config.root()).values();
  }

  @Override
  public String toString() {
    return "FixTarget[" + path + "]";
  }
}
