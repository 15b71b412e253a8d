package io.svc.report;

import io.svc.scanner.scan.McpScanReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a report's {@code extensions.components}, from any producer. Missing fields are
 * empty; {@link io.svc.scanner.component.Component} describes the fields.
 */
record ReportedComponent(
    String kind,
    String server,
    String name,
    String version,
    String requested,
    String digest,
    String purl,
    String pointer,
    int line) {
  static final String SERVER = "server";
  static final String IMAGE = "image";
  static final String ENDPOINT = "endpoint";

  /** Returns the components of a report in order; empty if the report has no list of components. */
  static Optional<List<ReportedComponent>> of(McpScanReport report) {
    if (!(report.extensions().get("components") instanceof List<?> list)) {
      return Optional.empty();
    }
    List<ReportedComponent> components = new ArrayList<>();
    for (Object entry : list) {
      if (entry instanceof Map<?, ?> fields) {
        components.add(of(fields));
      }
    }
    return Optional.of(components);
  }

  private static ReportedComponent of(Map<?, ?> fields) {
    return new ReportedComponent(
        text(fields, "kind"),
        text(fields, "server"),
        text(fields, "name"),
        text(fields, "version"),
        text(fields, "requested"),
        text(fields, "digest"),
        text(fields, "purl"),
        pointer(fields.get("location")),
        line(fields.get("location")));
  }

  private static String text(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof String text ? text : "";
  }

  /** Returns the pointer of a location of a finding or a component; empty if there is none. */
  static String pointer(@Nullable Object location) {
    return location instanceof Map<?, ?> fields ? text(fields, "pointer") : "";
  }

  private static int line(@Nullable Object location) {
    return location instanceof Map<?, ?> fields && fields.get("line") instanceof Number line
        ? line.intValue()
        : 0;
  }
}
