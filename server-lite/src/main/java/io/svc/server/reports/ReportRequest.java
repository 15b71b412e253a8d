package io.svc.server.reports;

import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import io.svc.server.redaction.Masking;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A request for a report.
 *
 * @param title the requested title, or the title of the source by default
 */
record ReportRequest(ReportSource source, String title, ReportScope scope) {
  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_VALUE = 200;

  /** Reads a request; reports all problems together. */
  static ReportRequest read(Fields body, List<ReportSource> sources, Masking masking, Instant now) {
    Optional<ReportSource> source = source(body, sources);
    String framework = source.map(found -> framework(body, found)).orElse("");
    Optional<Instant> from = body.time("from");
    Instant to = body.time("to").filter(end -> end.isBefore(now)).orElse(now);
    if (from.isPresent() && !from.get().isBefore(to)) {
      boolean isOpen = !body.has("to");
      body.problem(
          "invalid",
          isOpen ? "from" : "to",
          isOpen ? "\"from\" is not in the past." : "\"to\" is not after \"from\".");
    }
    Optional<String> title = body.optionalText("title", LONGEST_TITLE).map(masking::text);
    Map<String, String> filters = new TreeMap<>();
    Fields sent = body.object("filters");
    source.ifPresentOrElse(found -> readFilters(sent, found, masking, filters), sent::open);
    body.check();
    ReportScope scope = new ReportScope(framework, from, to, filters);
    return new ReportRequest(
        source.orElseThrow(), title.orElseGet(() -> source.get().title(scope)), scope);
  }

  private static Optional<ReportSource> source(Fields body, List<ReportSource> sources) {
    String name = body.oneOf("type", "reportType");
    String type = body.text(name, 1, 100);
    Optional<ReportSource> found =
        sources.stream().filter(source -> source.type().equalsIgnoreCase(type)).findFirst();
    if (found.isEmpty() && !type.isEmpty()) {
      body.problem(
          "unknown_value",
          name,
          unexpected(name, type, sources.stream().map(ReportSource::type).toList()));
    }
    return found;
  }

  private static String framework(Fields body, ReportSource source) {
    Optional<String> sent = body.optionalText("framework", 100);
    if (sent.isEmpty()) {
      return source.frameworks().stream().findFirst().orElse("");
    }
    Optional<String> found =
        source.frameworks().stream().filter(sent.get()::equalsIgnoreCase).findFirst();
    if (found.isEmpty()) {
      body.problem(
          "unknown_value",
          "framework",
          source.frameworks().isEmpty()
              ? "\"framework\" is \""
                  + MessageTexts.shown(sent.get())
                  + "\"; a report of the type \""
                  + source.type()
                  + "\" has none."
              : unexpected("framework", sent.get(), source.frameworks()));
    }
    return found.orElse("");
  }

  private static void readFilters(
      Fields sent, ReportSource source, Masking masking, Map<String, String> filters) {
    for (String name : sent.names()) {
      if (source.filters().stream().noneMatch(filter -> isCalled(filter, name))) {
        List<String> filterNames = source.filters().stream().map(ReportFilter::name).toList();
        sent.problem(
            "unknown_value",
            MessageTexts.shown(name),
            "A report of the type \""
                + source.type()
                + "\" cannot be filtered by \""
                + MessageTexts.shown(name)
                + "\"; expected "
                + (filterNames.isEmpty()
                    ? "no filter."
                    : "one of " + String.join(", ", filterNames) + "."));
      }
    }
    for (ReportFilter filter : source.filters()) {
      Optional<String> value = sent.optionalText(filter.name(), LONGEST_VALUE);
      Optional<String> allowed =
          filter.allowed().isEmpty()
              ? value.map(masking::text)
              : value.flatMap(
                  text -> filter.allowed().stream().filter(text::equalsIgnoreCase).findFirst());
      if (value.isPresent() && allowed.isEmpty()) {
        sent.problem(
            "unknown_value",
            filter.name(),
            unexpected(filter.name(), value.get(), filter.allowed()));
      }
      allowed.ifPresent(text -> filters.put(filter.name(), text));
    }
  }

  /** A name is accepted in camelCase and in snake_case. */
  private static boolean isCalled(ReportFilter filter, String name) {
    return filter.name().equalsIgnoreCase(name.replace("_", ""));
  }

  private static String unexpected(String name, String value, List<String> expected) {
    return "\""
        + name
        + "\" is \""
        + MessageTexts.shown(value)
        + "\"; expected one of "
        + String.join(", ", expected)
        + ".";
  }
}
