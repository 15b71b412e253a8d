package io.svc.rules;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.svc.rules.AdvisoryIndex.PackageKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import us.springett.cvss.Cvss;
import us.springett.cvss.MalformedVectorException;

/**
 * Reads advisories in OSV format, as in the exports of the registries. For each package, a record
 * lists events that define the affected version ranges.
 *
 * @see <a href="https://ossf.github.io/osv-schema/">Open Source Vulnerability format</a>
 */
public final class OsvReader {
  private static final int LONGEST_SUMMARY = 200;
  private static final String NO_SUMMARY = "a known vulnerability";

  private final Map<PackageKey, List<Advisory>> advisories;

  /**
   * Creates a reader that adds to existing advisories.
   *
   * @param advisories receives the advisories
   */
  public OsvReader(Map<PackageKey, List<Advisory>> advisories) {
    this.advisories = advisories;
  }

  /**
   * Reads a record, or a list of records. Skips withdrawn records, and packages of ecosystems that
   * no launcher of MCP servers fetches from.
   *
   * @return the number of records
   * @throws IllegalArgumentException if the text is not OSV; the message names the expected format
   */
  public int read(String json) {
    JsonValue root;
    try {
      root = JsonValue.read(json);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new IllegalArgumentException("not valid JSON (line " + line + ")", e);
    }
    if (!root.isList()) {
      add(root);
      return 1;
    }
    root.items().forEach(this::add);
    return root.items().size();
  }

  private void add(JsonValue entry) {
    String id = oneLine(entry.get("id").text());
    if (id.isEmpty() || !entry.get("affected").isList()) {
      throw new IllegalArgumentException(
          "not a record in OSV format; expected an object with 'id' and a list 'affected'");
    }
    if (!entry.get("withdrawn").text().isEmpty()) {
      return;
    }
    for (JsonValue affected : entry.get("affected").items()) {
      String name = affected.get("package").get("name").text();
      Optional<Ecosystem> ecosystem =
          Ecosystem.ofLabel(affected.get("package").get("ecosystem").text());
      if (ecosystem.isPresent() && !name.isBlank()) {
        advisories
            .computeIfAbsent(new PackageKey(ecosystem.get(), name), key -> new ArrayList<>())
            .add(advisory(id, entry, affected));
      }
    }
  }

  private static Advisory advisory(String id, JsonValue entry, JsonValue affected) {
    List<Advisory.Range> ranges = new ArrayList<>();
    for (JsonValue range : affected.get("ranges").items()) {
      // A range of commits contains no versions.
      if (!range.get("type").text().equals("GIT")) {
        addRanges(range.get("events").items(), ranges);
      }
    }
    List<String> versions = texts(affected.get("versions"));
    boolean isMalware = id.startsWith("MAL-");
    return new Advisory(
        id,
        texts(entry.get("aliases")),
        isMalware ? Severity.CRITICAL : severity(entry, affected),
        summary(entry),
        isMalware,
        ranges,
        // Exports also list every version of a range, which makes them ten times as long.
        ranges.isEmpty() ? versions : List.of());
  }

  /**
   * Each "introduced" lasts until the event that ends it. Events are sorted by version, but two of
   * them have the same meaning in either order.
   */
  private static void addRanges(List<JsonValue> events, List<Advisory.Range> ranges) {
    boolean isReversed =
        events.size() == 2 && events.get(1).has("introduced") && !events.get(0).has("introduced");
    String introduced = "";
    for (int i = 0; i < events.size(); i++) {
      JsonValue event = events.get(isReversed ? 1 - i : i);
      String fixed = oneLine(event.get("fixed").text());
      String last = oneLine(event.get("last_affected").text());
      if (event.has("introduced")) {
        if (!introduced.isEmpty()) {
          ranges.add(new Advisory.Range(introduced, "", ""));
        }
        String start = oneLine(event.get("introduced").text());
        introduced = start.isEmpty() ? "0" : start;
      } else if (!introduced.isEmpty() && !(fixed.isEmpty() && last.isEmpty())) {
        ranges.add(new Advisory.Range(introduced, fixed, last));
        introduced = "";
      }
    }
    if (!introduced.isEmpty()) {
      ranges.add(new Advisory.Range(introduced, "", ""));
    }
  }

  /**
   * Returns the severity in the record or its package, or the severity of its highest CVSS base
   * score; high if there is neither.
   */
  private static Severity severity(JsonValue entry, JsonValue affected) {
    String ofRecord = entry.get("database_specific").get("severity").text();
    String word =
        ofRecord.isEmpty() ? affected.get("database_specific").get("severity").text() : ofRecord;
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "CRITICAL" -> Severity.CRITICAL;
      case "HIGH" -> Severity.HIGH;
      case "MODERATE", "MEDIUM" -> Severity.MEDIUM;
      case "LOW" -> Severity.LOW;
      default -> severityOfScore(entry);
    };
  }

  private static Severity severityOfScore(JsonValue entry) {
    double highest = -1;
    for (JsonValue rating : entry.get("severity").items()) {
      try {
        Cvss vector = Cvss.fromVector(rating.get("score").text());
        highest =
            vector == null ? highest : Math.max(highest, vector.calculateScore().getBaseScore());
      } catch (MalformedVectorException | IndexOutOfBoundsException e) {
        // The library throws the second for a metric without a value. Another rating of the record
        // may be valid.
      }
    }
    if (highest < 0) {
      return Severity.HIGH;
    }
    // The bands of the qualitative severity rating scale of CVSS 3.1, chapter 5.
    return highest >= 9
        ? Severity.CRITICAL
        : highest >= 7 ? Severity.HIGH : highest >= 4 ? Severity.MEDIUM : Severity.LOW;
  }

  private static List<String> texts(JsonValue list) {
    List<String> texts = new ArrayList<>();
    for (JsonValue item : list.items()) {
      String text = oneLine(item.text());
      if (!text.isEmpty()) {
        texts.add(text);
      }
    }
    return texts;
  }

  private static String summary(JsonValue entry) {
    String summary = oneLine(entry.get("summary").text());
    String text = summary.isEmpty() ? oneLine(entry.get("details").text()) : summary;
    if (text.length() <= LONGEST_SUMMARY) {
      return text.isEmpty() ? NO_SUMMARY : text;
    }
    boolean isSplit = Character.isHighSurrogate(text.charAt(LONGEST_SUMMARY - 1));
    return text.substring(0, isSplit ? LONGEST_SUMMARY - 1 : LONGEST_SUMMARY).strip() + '\u2026';
  }

  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) ? ' ' : c);
    }
    return line.toString().strip();
  }

  /** Returns an empty map for the reader. */
  public static Map<PackageKey, List<Advisory>> noAdvisories() {
    return new TreeMap<>(
        (a, b) -> {
          int order = a.ecosystem().compareTo(b.ecosystem());
          return order != 0 ? order : a.name().compareTo(b.name());
        });
  }
}
