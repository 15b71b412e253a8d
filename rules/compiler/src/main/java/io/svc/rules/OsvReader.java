package io.svc.rules;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
 * Reads advisories in OSV format, as the registries' exports have them. A record says of each
 * package by events in which ranges of its versions the problem is there.
 *
 * @see <a href="https://ossf.github.io/osv-schema/">Open Source Vulnerability format</a>
 */
public final class OsvReader {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final int LONGEST_SUMMARY = 200;

  private final Map<PackageKey, List<Advisory>> advisories;

  /**
   * A reader that adds to what is known already.
   *
   * @param advisories where it puts what it reads
   */
  public OsvReader(Map<PackageKey, List<Advisory>> advisories) {
    this.advisories = advisories;
  }

  /**
   * Reads a record, or a list of records. Withdrawn ones are left out, as are packages of
   * ecosystems that no launcher of MCP servers fetches from.
   *
   * @return how many records were read
   * @throws IllegalArgumentException when the text is no OSV; the message says what was expected
   */
  public int read(String json) {
    JsonNode root;
    try {
      root = JSON.readTree(json);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new IllegalArgumentException("not valid JSON (line " + line + ")", e);
    }
    if (!root.isArray()) {
      add(root);
      return 1;
    }
    root.forEach(this::add);
    return root.size();
  }

  private void add(JsonNode entry) {
    String id = entry.path("id").asText("");
    if (id.isBlank() || !entry.path("affected").isArray()) {
      throw new IllegalArgumentException(
          "not a record in OSV format; expected an object with 'id' and a list 'affected'");
    }
    if (!entry.path("withdrawn").asText("").isEmpty()) {
      return;
    }
    for (JsonNode affected : entry.path("affected")) {
      String name = affected.path("package").path("name").asText("");
      Optional<Ecosystem> ecosystem =
          Ecosystem.ofLabel(affected.path("package").path("ecosystem").asText(""));
      if (ecosystem.isPresent() && !name.isBlank()) {
        advisories
            .computeIfAbsent(new PackageKey(ecosystem.get(), name), key -> new ArrayList<>())
            .add(advisory(id, entry, affected));
      }
    }
  }

  private static Advisory advisory(String id, JsonNode entry, JsonNode affected) {
    List<Advisory.Range> ranges = new ArrayList<>();
    for (JsonNode range : affected.path("ranges")) {
      // A range of commits says nothing of versions.
      if (!range.path("type").asText("").equals("GIT")) {
        addRanges(range.path("events"), ranges);
      }
    }
    List<String> versions = texts(affected.path("versions"));
    boolean isMalware = id.startsWith("MAL-");
    return new Advisory(
        id,
        texts(entry.path("aliases")),
        isMalware ? Severity.CRITICAL : severity(entry, affected),
        oneLine(entry.path("summary").asText(entry.path("details").asText(""))),
        isMalware,
        ranges,
        // Exports name every version of a range once more, which makes them ten times as long.
        ranges.isEmpty() ? versions : List.of());
  }

  /** The events of a range are in order: each "introduced" lasts until what ends it. */
  private static void addRanges(JsonNode events, List<Advisory.Range> ranges) {
    String introduced = "";
    for (JsonNode event : events) {
      String fixed = event.path("fixed").asText("");
      String last = event.path("last_affected").asText("");
      if (event.has("introduced")) {
        if (!introduced.isEmpty()) {
          ranges.add(new Advisory.Range(introduced, "", ""));
        }
        introduced = event.path("introduced").asText("0");
      } else if (!introduced.isEmpty() && !(fixed.isEmpty() && last.isEmpty())) {
        ranges.add(new Advisory.Range(introduced, fixed, last));
        introduced = "";
      }
    }
    if (!introduced.isEmpty()) {
      ranges.add(new Advisory.Range(introduced, "", ""));
    }
  }

  /** By the record's own word, or by the base score of its CVSS vector; high where it has none. */
  private static Severity severity(JsonNode entry, JsonNode affected) {
    String word =
        entry
            .path("database_specific")
            .path("severity")
            .asText(affected.path("database_specific").path("severity").asText(""));
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "CRITICAL" -> Severity.CRITICAL;
      case "MODERATE", "MEDIUM" -> Severity.MEDIUM;
      case "LOW" -> Severity.LOW;
      default -> severityOfScore(entry);
    };
  }

  private static Severity severityOfScore(JsonNode entry) {
    double highest = 0;
    for (JsonNode rating : entry.path("severity")) {
      try {
        Cvss vector = Cvss.fromVector(rating.path("score").asText(""));
        highest =
            vector == null ? highest : Math.max(highest, vector.calculateScore().getBaseScore());
      } catch (MalformedVectorException e) {
        // Another rating of the record may be readable.
      }
    }
    if (highest == 0) {
      return Severity.HIGH;
    }
    // The bands of the qualitative severity rating scale of CVSS 3.1, chapter 5.
    return highest >= 9
        ? Severity.CRITICAL
        : highest >= 7 ? Severity.HIGH : highest >= 4 ? Severity.MEDIUM : Severity.LOW;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : list) {
      String text = oneLine(item.asText(""));
      if (!text.isEmpty()) {
        texts.add(text);
      }
    }
    return texts;
  }

  private static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < text.length() && line.length() < LONGEST_SUMMARY; i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) ? ' ' : c);
    }
    return line.toString().strip();
  }

  /** A map for what is read. */
  public static Map<PackageKey, List<Advisory>> noAdvisories() {
    return new TreeMap<>(
        (a, b) -> {
          int order = a.ecosystem().compareTo(b.ecosystem());
          return order != 0 ? order : a.name().compareTo(b.name());
        });
  }
}
