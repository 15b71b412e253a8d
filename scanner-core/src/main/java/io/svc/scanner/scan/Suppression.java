package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.client.Wildcard;
import io.svc.scanner.finding.Finding;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A decision that certain findings are accepted: one by its fingerprint, or all of a type on the
 * servers that a pattern names.
 *
 * @param writtenIn the file that holds the decision, such as {@code .svc/preflight.yaml}
 * @param line where it stands there, from 1
 * @param fingerprint of the finding; empty for a decision by type and server
 * @param type finding type; empty where only the fingerprint counts
 * @param server pattern of servers' names, in which {@code *} stands for anything; empty for any
 * @param file pattern of files' names as reports of two machines agree on them; empty for any
 * @param reason why; never blank
 * @param expires the last day on which it holds
 */
public record Suppression(
    String writtenIn,
    int line,
    String fingerprint,
    String type,
    String server,
    String file,
    String reason,
    Optional<LocalDate> expires) {

  public Suppression {
    requireNonNull(writtenIn, "writtenIn is null");
    requireNonNull(fingerprint, "fingerprint is null");
    requireNonNull(type, "type is null");
    requireNonNull(server, "server is null");
    requireNonNull(file, "file is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(expires, "expires is null");
    if (reason.isBlank()) {
      throw new IllegalArgumentException("A suppression has no reason; expected one");
    }
    if (fingerprint.isEmpty() && type.isEmpty()) {
      throw new IllegalArgumentException(
          "A suppression has neither fingerprint nor type; expected one of them");
    }
  }

  /** File and line in one. */
  String place() {
    return writtenIn + ":" + line;
  }

  /** Whether it holds no more. */
  public boolean isExpiredOn(LocalDate today) {
    return expires.isPresent() && expires.get().isBefore(today);
  }

  /** Whether it is about a finding of a file, whatever the day. */
  boolean covers(Finding finding, String displayPath) {
    if (!fingerprint.isEmpty()) {
      return fingerprint.equals(finding.extensions().get("fingerprint"));
    }
    return type.equals(finding.findingType())
        && (server.isEmpty() || Wildcard.matches(server, finding.server()))
        && mayConcern(displayPath);
  }

  /** Whether it could be about a file. */
  boolean mayConcern(String displayPath) {
    return file.isEmpty() || Wildcard.matches(file, displayPath);
  }

  /** What it is about, in words. */
  String words() {
    if (!fingerprint.isEmpty()) {
      return "the finding `" + fingerprint + "`";
    }
    return "`"
        + type
        + "`"
        + (server.isEmpty() ? "" : " on the server `" + server + "`")
        + (file.isEmpty() ? "" : " in `" + file + "`");
  }
}
