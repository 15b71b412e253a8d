package io.svc.server.incidents;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes a review as Markdown (CommonMark); markup in external texts is escaped. */
final class ReviewMarkdown {
  private static final Pattern MARKUP = Pattern.compile("[\\\\`*_\\[\\]<>#|&!~]");

  private final StringBuilder text = new StringBuilder();

  private ReviewMarkdown() {}

  static String of(
      Incident incident,
      ReviewContent content,
      List<ReviewStore.Item> items,
      Map<String, String> names) {
    ReviewMarkdown page = new ReviewMarkdown();
    page.line("# Review of incident " + incident.number() + ": " + escaped(incident.title()));
    page.line(
        "Severity "
            + incident.severity()
            + ", priority "
            + incident.priority()
            + ", opened "
            + incident.openedAt()
            + ", resolved "
            + incident.resolvedAt().map(Object::toString).orElse("not yet")
            + ".");
    page.section("Summary", content.summary());
    page.section("Impact", content.impact());
    page.section("Detection", content.detection());
    page.section("Root cause", content.rootCause());
    page.line("## Times");
    page.point("Acknowledged after " + shown(content, ReviewContent.MTTA));
    page.point("Contained after " + shown(content, ReviewContent.MTTC));
    page.point("Resolved after " + shown(content, ReviewContent.MTTR));
    page.text.append('\n');
    page.points("What went well", content.whatWentWell());
    page.points("What went wrong", content.whatWentWrong());
    page.points(
        "Agents", content.agents().stream().map(ReviewContent.NamedReference::name).toList());
    page.points(
        "Policies",
        content.policiesInvolved().stream().map(ReviewContent.NamedReference::name).toList());
    page.points("Action items", items.stream().map(item -> item(item, names)).toList());
    page.points(
        "Timeline",
        content.timeline().stream()
            .map(entry -> entry.at() + " " + entry.type() + ": " + entry.text())
            .toList());
    return page.text.toString();
  }

  private static String item(ReviewStore.Item item, Map<String, String> names) {
    String owner = names.getOrDefault(item.ownerId(), item.ownerId());
    return item.title()
        + " ("
        + item.status()
        + (owner.isEmpty() ? "" : ", " + owner)
        + (item.dueDate().isEmpty() ? "" : ", due " + item.dueDate())
        + ")";
  }

  private static String shown(ReviewContent content, String metric) {
    return Optional.ofNullable(content.metrics().get(metric))
        .map(ReviewMarkdown::shown)
        .orElse("not reached.");
  }

  /** Formats a duration in its largest units. */
  static String shown(long seconds) {
    Duration time = Duration.ofSeconds(seconds);
    if (time.toDays() > 0) {
      return time.toDays() + " d " + time.toHoursPart() + " h";
    }
    if (time.toHours() > 0) {
      return time.toHours() + " h " + time.toMinutesPart() + " min";
    }
    return time.toMinutes() > 0
        ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
        : seconds + " s";
  }

  private void line(String line) {
    text.append(line).append("\n\n");
  }

  private void section(String title, String body) {
    line("## " + title);
    line(body.isEmpty() ? "To be written." : escaped(body));
  }

  private void points(String title, List<String> points) {
    line("## " + title);
    if (points.isEmpty()) {
      line("None.");
      return;
    }
    points.forEach(point -> point(escaped(point.replaceAll("\\s+", " "))));
    text.append('\n');
  }

  private void point(String point) {
    text.append("- ").append(point).append('\n');
  }

  private static String escaped(String body) {
    return MARKUP.matcher(body).replaceAll("\\\\$0");
  }
}
