package io.svc.cli.upload;

import java.util.Optional;

/**
 * What the service made of a report.
 *
 * @param reportId the report
 * @param isDuplicate whether the service had it already
 * @param findings how many findings it counted; empty when it did not say
 * @param newFindings how many of them it had not seen before; empty when it did not say
 * @param page where people look at it; empty when it did not say
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
        // Anything but a path of the service itself would be an invitation to somewhere else.
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
