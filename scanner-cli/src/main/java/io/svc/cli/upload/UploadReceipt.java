package io.svc.cli.upload;

import java.util.Optional;

/**
 * The service's response to an accepted report.
 *
 * @param reportId the report
 * @param isDuplicate whether the service already had it
 * @param findings the number of findings; empty if not in the response
 * @param newFindings the number of new findings; empty if not in the response
 * @param page the page of the report; empty if not in the response
 */
public record UploadReceipt(
    String reportId,
    boolean isDuplicate,
    Optional<String> findings,
    Optional<String> newFindings,
    Optional<String> page) {

  static UploadReceipt of(String reportId, UploadResponse answer, ServiceAddress service) {
    String path = answer.field("url");
    return new UploadReceipt(
        reportId,
        answer.field("duplicate").equals("true"),
        number(answer, "findings_count"),
        number(answer, "findings_new"),
        // Anything but a path of the service itself could lead to another site.
        path.startsWith("/") && !path.startsWith("//")
            ? Optional.of(service.page(path))
            : Optional.empty());
  }

  private static Optional<String> number(UploadResponse answer, String field) {
    String value = answer.field(field);
    return !value.isEmpty() && value.length() <= 9 && value.chars().allMatch(Character::isDigit)
        ? Optional.of(value)
        : Optional.empty();
  }
}
