package io.svc.server.incidents;

import io.svc.rules.Severity;
import io.svc.server.http.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A request to change an incident. Empty fields do not change.
 *
 * @param roles the new holders of roles; an empty identifier removes the holder
 * @param tags the new tags, which replace the current ones
 */
record IncidentChange(
    Optional<IncidentStatus> status,
    Optional<Severity> severity,
    Optional<Priority> priority,
    Optional<IncidentCategory> category,
    Optional<String> title,
    Optional<String> summary,
    Optional<String> channelUrl,
    Optional<List<String>> tags,
    Optional<Resolution> resolution,
    Optional<String> resolutionNote,
    Optional<String> reason,
    Optional<String> duplicateOf,
    boolean waiveReview,
    Map<WarRoomRole, String> roles,
    List<String> addParticipantIds,
    List<String> removeParticipantIds,
    List<String> addAlertIds,
    List<String> addSessionIds,
    List<String> addAgentIds,
    List<String> removeEvidenceIds,
    String evidenceNote,
    OptionalLong expectedVersion) {
  private static final int MAX_AT_ONCE = 200;
  private static final int LONGEST_URL = 2_000;
  private static final int LONGEST_REASON = 2_000;
  private static final int LONGEST_ID = NewIncident.LONGEST_ID;

  static IncidentChange read(Fields sent) {
    IncidentChange read =
        new IncidentChange(
            sent.option(sent.oneOf("status", "state"), IncidentStatus.class),
            sent.option("severity", Severity.class),
            sent.option("priority", Priority.class),
            sent.option("category", IncidentCategory.class),
            sent.has("title")
                ? Optional.of(sent.text("title", 1, NewIncident.LONGEST_TITLE))
                : Optional.empty(),
            text(sent, "summary", NewIncident.LONGEST_TEXT),
            text(sent, "channelUrl", LONGEST_URL),
            sent.has("tags")
                ? Optional.of(sent.texts("tags", NewIncident.MAX_TAGS, NewIncident.LONGEST_TAG))
                : Optional.empty(),
            sent.option("resolution", Resolution.class),
            sent.optionalText("resolutionNote", NewIncident.LONGEST_TEXT),
            sent.optionalText("reason", LONGEST_REASON),
            sent.optionalText("duplicateOf", LONGEST_ID),
            sent.flag("waiveReview", false),
            roles(sent),
            sent.texts("addParticipantIds", MAX_AT_ONCE, LONGEST_ID),
            sent.texts("removeParticipantIds", MAX_AT_ONCE, LONGEST_ID),
            sent.texts("addAlertIds", MAX_AT_ONCE, LONGEST_ID),
            sent.texts("addSessionIds", MAX_AT_ONCE, LONGEST_ID),
            sent.texts("addAgentIds", MAX_AT_ONCE, LONGEST_ID),
            sent.texts("removeEvidenceIds", MAX_AT_ONCE, LONGEST_ID),
            sent.optionalText("evidenceNote", LONGEST_REASON).orElse(""),
            sent.number("expectedVersion", 1, Long.MAX_VALUE));
    read.check(sent);
    sent.check();
    return read;
  }

  /** Reads a text field that null or a blank value clears. */
  private static Optional<String> text(Fields sent, String name, int longest) {
    return sent.has(name) || sent.isNull(name)
        ? Optional.of(sent.optionalText(name, longest).orElse(""))
        : Optional.empty();
  }

  private static Map<WarRoomRole, String> roles(Fields sent) {
    Map<WarRoomRole, String> roles = new LinkedHashMap<>();
    for (WarRoomRole role : WarRoomRole.values()) {
      if (role != WarRoomRole.PARTICIPANT) {
        text(sent, role + "Id", LONGEST_ID).ifPresent(id -> roles.put(role, id));
      }
    }
    return roles;
  }

  private void check(Fields sent) {
    boolean isResolved = status.filter(IncidentStatus.RESOLVED::equals).isPresent();
    if (isResolved && resolution.isEmpty()) {
      required(sent, "resolution", "it is required for \"resolved\"");
    }
    if (isResolved && resolutionNote.isEmpty()) {
      required(sent, "resolutionNote", "it is required for \"resolved\"");
    }
    if (!isResolved && duplicateOf.isEmpty() && resolution.isPresent()) {
      sent.problem(
          "invalid",
          "resolution",
          "\"resolution\" requires the status \"resolved\", or \"duplicateOf\".");
    }
    if (duplicateOf.isPresent() && (status.isPresent() || waiveReview)) {
      sent.problem(
          "invalid",
          "duplicateOf",
          "\"duplicateOf\" closes the incident; \"status\" must be omitted.");
    }
    if (duplicateOf.isPresent()
        && resolution
            .filter(requestedResolution -> requestedResolution != Resolution.DUPLICATE)
            .isPresent()) {
      sent.problem("invalid", "resolution", "\"resolution\" of a duplicate must be \"duplicate\".");
    }
    if (waiveReview && reason.isEmpty()) {
      required(sent, "reason", "it is required to waive a review");
    }
    if (waiveReview && status.filter(IncidentStatus.CLOSED::equals).isEmpty()) {
      sent.problem("invalid", "waiveReview", "\"waiveReview\" requires the status \"closed\".");
    }
    if (channelUrl.filter(url -> !url.isEmpty() && !url.startsWith("https://")).isPresent()) {
      sent.problem(
          "invalid",
          "channelUrl",
          "\"channelUrl\" does not begin with https://; expected the address of a page.");
    }
  }

  private static void required(Fields sent, String name, String explanation) {
    sent.problem("required", name, "\"" + name + "\" is missing: " + explanation + ".");
  }

  boolean addsEvidence() {
    return !addAlertIds.isEmpty() || !addSessionIds.isEmpty() || !addAgentIds.isEmpty();
  }

  /** Returns true when a field of the incident itself changes. */
  boolean changesIncident() {
    return severity.isPresent()
        || priority.isPresent()
        || category.isPresent()
        || title.isPresent()
        || summary.isPresent()
        || channelUrl.isPresent()
        || tags.isPresent();
  }

  /** The resolution of an incident. */
  enum Resolution {
    FIXED,
    FALSE_POSITIVE,
    ACCEPTED_RISK,
    /** Another incident replaces it. */
    DUPLICATE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
