package io.svc.server.lifecycle;

import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the results of manual checks in a request; results of automatic checks are ignored. */
final class ChecklistReader {
  private static final int MAX = 100;
  private static final int LONGEST_TEXT = 2_000;

  private ChecklistReader() {}

  /** The result of a manual check. */
  record CheckInput(String key, GateItem.Status status, String note, String evidenceUrl) {}

  /** A requested waiver. */
  record WaiverInput(String key, String reason, Instant expiresAt) {}

  /** The content of a request; without a list of waivers, existing ones remain. */
  record ChecklistUpdate(List<CheckInput> checks, Optional<List<WaiverInput>> waivers) {
    ChecklistUpdate {
      checks = List.copyOf(checks);
    }
  }

  static ChecklistUpdate read(Fields sent, GateConfig config) {
    List<CheckInput> checks = new ArrayList<>();
    Set<String> named = new HashSet<>();
    for (Fields item : sent.objects("items", MAX)) {
      check(item, config)
          .ifPresent(
              check -> {
                if (!named.add(check.key())) {
                  duplicate(item, check.key());
                }
                checks.add(check);
              });
    }
    return new ChecklistUpdate(
        checks, sent.has("waivers") ? Optional.of(waivers(sent, config)) : Optional.empty());
  }

  private static void duplicate(Fields item, String key) {
    item.problem("duplicate", "key", "\"" + key + "\" is specified twice.");
  }

  private static Optional<CheckInput> check(Fields item, GateConfig config) {
    String key = item.text("key", 1, 100);
    if (AutomaticCheck.of(key).isPresent()) {
      item.allow("status", "note", "evidenceUrl");
      return Optional.empty();
    }
    if (!config.requires(key)) {
      unknown(item, key);
      return Optional.empty();
    }
    Optional<GateItem.Status> status = item.option("status", GateItem.Status.class);
    if (!item.has("status")) {
      item.problem("required", "status", "\"status\" is missing.");
    }
    String note = item.optionalText("note", LONGEST_TEXT).orElse("");
    String url = item.optionalText("evidenceUrl", LONGEST_TEXT).orElse("");
    if (!url.isEmpty() && !isLink(url)) {
      item.problem("invalid", "evidenceUrl", "\"evidenceUrl\" must be a link of http or https.");
    }
    // Clients send back the status of a waived item; the earlier result remains.
    if (status.isEmpty() || status.get() == GateItem.Status.WAIVED) {
      return Optional.empty();
    }
    boolean isClaim =
        status.get() == GateItem.Status.PASS || status.get() == GateItem.Status.NOT_APPLICABLE;
    if (isClaim && note.isEmpty() && url.isEmpty()) {
      item.problem(
          "required",
          "note",
          "\"" + key + "\" is " + status.get() + ": explain in \"note\", or link to evidence.");
    }
    return Optional.of(new CheckInput(key, status.get(), note, url));
  }

  private static void unknown(Fields item, String key) {
    item.problem("unknown_value", "key", "No gate requires \"" + key + "\".");
  }

  private static boolean isLink(String text) {
    try {
      URI uri = new URI(text);
      String scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
      return uri.getHost() != null
          && uri.getUserInfo() == null
          && (scheme.equals("https") || scheme.equals("http"));
    } catch (URISyntaxException | NumberFormatException e) {
      return false;
    }
  }

  private static List<WaiverInput> waivers(Fields sent, GateConfig config) {
    List<WaiverInput> waivers = new ArrayList<>();
    Set<String> named = new HashSet<>();
    for (Fields waiver : sent.objects("waivers", MAX)) {
      String key = waiver.text("key", 1, 100);
      if (!key.isEmpty() && !config.requires(key)) {
        unknown(waiver, key);
      }
      if (!named.add(key)) {
        duplicate(waiver, key);
      }
      Optional<Instant> end = waiver.time("expiresAt");
      if (!waiver.has("expiresAt")) {
        waiver.problem("required", "expiresAt", "\"expiresAt\" is missing.");
      }
      waivers.add(
          new WaiverInput(key, waiver.text("reason", 1, LONGEST_TEXT), end.orElse(Instant.EPOCH)));
    }
    return waivers;
  }

  /** Returns the reason why a new waiver is not allowed; empty when it is allowed. */
  static Optional<String> denialReason(WaiverInput waiver, GateConfig.Waivers rules, Instant now) {
    if (!rules.allowed()) {
      return Optional.of("Items cannot be waived in this organization.");
    }
    Instant latest = now.plus(Duration.ofDays(rules.maxDays()));
    if (!waiver.expiresAt().isAfter(now) || waiver.expiresAt().isAfter(latest)) {
      return Optional.of(
          "The waiver of \""
              + waiver.key()
              + "\" ends at "
              + Json.time(waiver.expiresAt())
              + "; expected a time from now until "
              + Json.time(latest)
              + ".");
    }
    return Optional.empty();
  }
}
