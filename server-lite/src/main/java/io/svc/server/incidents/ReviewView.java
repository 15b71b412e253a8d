package io.svc.server.incidents;

import io.svc.server.db.NonEmpty;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A review in a response. */
record ReviewView(
    String id,
    String incidentId,
    long version,
    ReviewStatus status,
    String summary,
    String impact,
    String rootCause,
    String detection,
    List<ReviewContent.Entry> timeline,
    List<String> whatWentWell,
    List<String> whatWentWrong,
    List<ItemView> actionItems,
    Metrics metrics,
    List<ReviewContent.NamedReference> agents,
    List<ReviewContent.NamedReference> policiesInvolved,
    Instant generatedAt,
    String generatedBy,
    Instant updatedAt,
    Optional<Instant> finalizedAt,
    Optional<String> finalizedBy,
    String markdown,
    long revision) {

  /** Seconds from the opening until it was acknowledged, contained and resolved. */
  record Metrics(
      Optional<Long> mttaSeconds, Optional<Long> mttcSeconds, Optional<Long> mttrSeconds) {}

  /** An action item. */
  record ItemView(
      String id,
      String title,
      Optional<String> ownerId,
      Optional<String> dueDate,
      ItemStatus status,
      Instant updatedAt) {
    static ItemView of(ReviewStore.Item item) {
      return new ItemView(
          item.itemId(),
          item.title(),
          NonEmpty.of(item.ownerId()),
          NonEmpty.of(item.dueDate()),
          item.status(),
          item.updatedAt());
    }
  }

  static ReviewView of(String incidentId, ReviewStore.Row row, List<ReviewStore.Item> items) {
    ReviewContent content = Json.readStored(row.content(), ReviewContent.class);
    return new ReviewView(
        row.reviewId(),
        incidentId,
        row.version(),
        row.status(),
        content.summary(),
        content.impact(),
        content.rootCause(),
        content.detection(),
        content.timeline(),
        content.whatWentWell(),
        content.whatWentWrong(),
        items.stream().map(ItemView::of).toList(),
        new Metrics(
            metric(content, ReviewContent.MTTA),
            metric(content, ReviewContent.MTTC),
            metric(content, ReviewContent.MTTR)),
        content.agents(),
        content.policiesInvolved(),
        row.generatedAt(),
        row.generatedBy(),
        row.updatedAt(),
        row.finalizedAt(),
        NonEmpty.of(row.finalizedBy()),
        row.markdown(),
        row.revision());
  }

  private static Optional<Long> metric(ReviewContent content, String name) {
    return Optional.ofNullable(content.metrics().get(name));
  }

  /** The status of an action item. */
  enum ItemStatus {
    OPEN,
    IN_PROGRESS,
    DONE,
    /** It is no longer needed. */
    DROPPED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The status of a review; a final review cannot be changed. */
  enum ReviewStatus {
    DRAFT,
    FINAL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
