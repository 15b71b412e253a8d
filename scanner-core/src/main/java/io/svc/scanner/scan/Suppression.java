package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.client.Wildcard;
import io.svc.scanner.finding.Finding;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A decision to accept findings: a single one by its fingerprint, or all of a type on the servers
 * that match a pattern.
 *
 * @param writtenIn the file that contains the decision, such as {@code .svc/preflight.yaml}
 * @param line line in that file, from 1
 * @param fingerprint fingerprint of the finding; empty for a decision by type and server
 * @param type finding type; empty for a decision by fingerprint
 * @param server pattern of server names with the wildcard {@code *}; empty for all servers
 * @param file pattern of machine-independent file names; empty for all files
 * @param reason reason of the decision; never blank
 * @param expires last day of validity
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

  /** Returns file and line. */
  String location() {
    return writtenIn + ":" + line;
  }

  /** Returns true if the last day of validity is before a day. */
  public boolean isExpiredOn(LocalDate today) {
    return expires.isPresent() && expires.get().isBefore(today);
  }

  /** Returns true if it applies to a finding of a file, independent of its expiry. */
  boolean covers(Finding finding, String displayPath) {
    if (!fingerprint.isEmpty()) {
      return fingerprint.equals(finding.extensions().get("fingerprint"));
    }
    return type.equals(finding.findingType())
        && (server.isEmpty() || Wildcard.matches(server, finding.server()))
        && mayApplyTo(displayPath);
  }

  /** Returns true if it can apply to a file. */
  boolean mayApplyTo(String displayPath) {
    return file.isEmpty() || Wildcard.matches(file, displayPath);
  }

  /** Returns a description of the findings it applies to. */
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
