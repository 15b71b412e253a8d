package io.svc.cli;

import io.svc.scanner.client.ConfigDiscovery;
import io.svc.scanner.client.DiscoveredConfig;
import io.svc.scanner.redact.SecretFinder.RawSecret;
import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Refused;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files that a command works on: those it is given, or those that clients have. */
final class ConfigFiles {
  private final Surroundings surroundings;
  private final Console console;

  ConfigFiles(Surroundings surroundings, Console console) {
    this.surroundings = surroundings;
    this.console = console;
  }

  /** Requests for the files given, or else for all that are found on this machine. */
  List<ScanRequest> requests(List<Path> given, Optional<String> source) {
    List<ScanRequest> requests = new ArrayList<>();
    for (Path path : given) {
      requests.add(new ScanRequest(surroundings.resolve(path), source));
    }
    if (!requests.isEmpty()) {
      return requests;
    }
    ConfigDiscovery discovery =
        new ConfigDiscovery(
            surroundings.system(),
            surroundings.home(),
            surroundings.directory(),
            surroundings.environment());
    for (DiscoveredConfig found : discovery.find()) {
      String label = source.isPresent() ? source.get() : found.client().label();
      requests.add(new ScanRequest(found.path(), Optional.of(label)));
    }
    if (requests.isEmpty()) {
      throw new UserErrorException(
          "no MCP client configuration found in any of "
              + discovery.placesLookedAt()
              + " known places; name a file with --config PATH");
    }
    return requests;
  }

  /** Scans, tells of every file that could not be, and returns the others. */
  List<Scanned> scan(Scanner scanner, List<ScanRequest> requests) {
    List<Scanned> scanned = new ArrayList<>();
    for (ScanOutcome outcome : scanner.scanAll(requests)) {
      if (outcome instanceof Scanned read) {
        scanned.add(read);
      } else if (outcome instanceof NotFound missing) {
        console.error("config file not found at " + scanner.redact(missing.path().toString()));
      } else if (outcome instanceof Refused refused) {
        tell(scanner, refused);
      }
    }
    return scanned;
  }

  private void tell(Scanner scanner, Refused refused) {
    String path = scanner.redact(refused.path().toString());
    console.error("config file cannot be scanned at " + path + ": " + refused.reason());
    for (RawSecret secret : refused.secrets()) {
      console.tell(
          "hardcoded_secret: "
              + path
              + ":"
              + secret.line()
              + ": "
              + secret.title()
              + " ("
              + secret.masked()
              + ") stands in a file that cannot be read");
    }
  }
}
