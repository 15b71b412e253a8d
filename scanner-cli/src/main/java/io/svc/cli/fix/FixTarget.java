package io.svc.cli.fix;

import io.svc.cli.targets.ConfigFiles;
import io.svc.rules.files.RegularFile;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigSource;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome.Parsed;
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

/** A scanned file that may be changed, with its content. */
final class FixTarget {
  /** The default source of a file of servers without an identifiable client. */
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

  /** Returns the requested files that can be read and reports the others to the user. */
  static List<FixTarget> of(ConfigFiles files, Scanner scanner, List<ScanRequest> requests) {
    boolean isClientGiven = !requests.isEmpty() && requests.get(0).source().isPresent();
    List<FixTarget> targets = new ArrayList<>();
    for (Optional<FixTarget> target :
        files.scan(scanner, requests, scanned -> read(scanned, isClientGiven))) {
      target.ifPresent(targets::add);
    }
    return targets;
  }

  /** Empty if the file was removed after the scan. */
  private static Optional<FixTarget> read(Scanned scanned, boolean isClientGiven) {
    try {
      byte[] bytes = RegularFile.bytes(scanned.path());
      String source = scanned.config().source();
      boolean isKnown =
          isClientGiven
              || McpClients.ofPath(scanned.path()).isPresent()
              || !source.equals(GUESSED_SOURCE);
      return ConfigReader.read(scanned.path(), bytes, Optional.of(source)) instanceof Parsed read
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

  /** Returns each file once, even if several names or links lead to it. */
  static List<FixTarget> withoutRepeats(List<FixTarget> targets) {
    Set<Path> seen = new HashSet<>();
    List<FixTarget> unique = new ArrayList<>();
    for (FixTarget target : targets) {
      if (seen.add(realOf(target.path()))) {
        unique.add(target);
      }
    }
    return unique;
  }

  /** Returns the real path, or the path itself if it does not exist yet. */
  static Path realOf(Path path) {
    try {
      return PrivateFileWriter.real(path);
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  Path path() {
    return path;
  }

  /** Returns the content that the config was read from. */
  byte[] bytes() {
    return bytes.clone();
  }

  McpConfig config() {
    return config;
  }

  /** Returns whether the client was given, or follows from the path or the content of the file. */
  boolean isClientKnown() {
    return isClientKnown;
  }

  /** Returns the accepted findings of the file. */
  AcceptedFindings accepted() {
    return accepted;
  }

  /** Returns all values of the file, which may refer to variables. */
  Collection<String> values() {
    return ConfigSource.valuesOf(config.root()).values();
  }

  @Override
  public String toString() {
    return "FixTarget[" + path + "]";
  }
}
