package io.svc.rules;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Advisories by package, in a compact text: a header with the date and the source, then one line
 * for each advisory of each package, sorted for binary search. An export of all advisories of a
 * registry is some ten megabytes.
 */
public final class AdvisoryIndex {
  private static final String HEAD = "svc-advisories\t1\t";
  private static final int SUM_LENGTH = 8;
  private static final String RANGE_PARTS = "\u001e";

  private final String text;
  private final String date;
  private final String source;
  private final int body;
  private final SortedLines lines;

  private AdvisoryIndex(String text) {
    this.text = text;
    this.body = text.indexOf('\n') + 1;
    this.lines = new SortedLines(text, body);
    List<String> head =
        TabSeparatedLines.split(text.substring(0, body - 1), TabSeparatedLines.FIELD);
    this.date = head.get(3);
    this.source = head.get(4);
  }

  /**
   * Reads the output of {@link #encode}.
   *
   * @throws IllegalArgumentException if the text is invalid
   */
  public static AdvisoryIndex parse(String text) {
    int sum = HEAD.length();
    int body = sum + SUM_LENGTH + 1;
    boolean isComplete =
        text.startsWith(HEAD)
            && text.endsWith("\n")
            && text.length() > body
            && text.startsWith(sumOf(text.substring(body)) + TabSeparatedLines.FIELD, sum);
    if (!isComplete) {
      throw new IllegalArgumentException(
          "damaged, or not a list of advisories that this version can read");
    }
    return new AdvisoryIndex(text);
  }

  /**
   * Returns the compact text of advisories.
   *
   * @param date the date of the advisories
   * @param source a description of their source
   * @param advisories by package, each package with its ecosystem and its name
   */
  public static String encode(
      String date, String source, Map<PackageKey, List<Advisory>> advisories) {
    StringBuilder text = new StringBuilder(TabSeparatedLines.line(List.of(date, source)));
    TreeMap<String, List<Advisory>> sorted = new TreeMap<>();
    advisories.forEach(
        (key, list) ->
            sorted.computeIfAbsent(key.text(), absent -> new ArrayList<>()).addAll(list));
    sorted.forEach(
        (key, list) -> {
          for (Advisory advisory : list) {
            text.append(key).append(SortedLines.END_OF_KEY).append(line(advisory));
          }
        });
    return HEAD + sumOf(text.toString()) + TabSeparatedLines.FIELD + text;
  }

  /** The package of an advisory. */
  public record PackageKey(Ecosystem ecosystem, String name) {
    private String text() {
      String plain =
          ecosystem.normal(name).replace(TabSeparatedLines.FIELD, ' ').replace('\n', ' ');
      return ecosystem.label() + " " + plain;
    }
  }

  /** Returns the date of the advisories. */
  public String date() {
    return date;
  }

  /** Returns the description of their source. */
  public String source() {
    return source;
  }

  /** Returns the number of advisories. Reads the full text. */
  public int size() {
    int size = 0;
    for (int i = text.indexOf('\n', body); i >= 0; i = text.indexOf('\n', i + 1)) {
      size++;
    }
    return size;
  }

  /** Returns the advisories of a package; empty if there are none. */
  public List<Advisory> of(Ecosystem ecosystem, String name) {
    String key = new PackageKey(ecosystem, name).text();
    List<Advisory> found = new ArrayList<>();
    for (int line = lines.find(key);
        line >= 0 && lines.isAt(line, key);
        line = lines.endOf(line) + 1) {
      found.add(advisory(lines.valueAt(line, key)));
    }
    return found;
  }

  /** Detects damage to a file that was written long ago. */
  private static String sumOf(String body) {
    CRC32 sum = new CRC32();
    sum.update(body.getBytes(StandardCharsets.UTF_8));
    String hex = Long.toHexString(sum.getValue());
    return "0".repeat(SUM_LENGTH - hex.length()) + hex;
  }

  private static String line(Advisory advisory) {
    List<String> ranges = new ArrayList<>();
    for (Advisory.Range range : advisory.ranges()) {
      ranges.add(String.join(RANGE_PARTS, range.introduced(), range.fixed(), range.lastAffected()));
    }
    return TabSeparatedLines.line(
        List.of(
            advisory.id(),
            TabSeparatedLines.field(advisory.aliases()),
            advisory.severity().name(),
            advisory.summary(),
            advisory.isMalware() ? "m" : "",
            TabSeparatedLines.field(ranges),
            TabSeparatedLines.field(advisory.versions())));
  }

  private static Advisory advisory(String line) {
    List<String> fields = TabSeparatedLines.split(line, TabSeparatedLines.FIELD);
    List<Advisory.Range> ranges = new ArrayList<>();
    for (String range : TabSeparatedLines.items(fields.get(5))) {
      List<String> parts = TabSeparatedLines.split(range, RANGE_PARTS.charAt(0));
      ranges.add(new Advisory.Range(parts.get(0), parts.get(1), parts.get(2)));
    }
    return new Advisory(
        fields.get(0),
        TabSeparatedLines.items(fields.get(1)),
        Severity.ofLabel(fields.get(2)).orElseThrow(),
        fields.get(3),
        !fields.get(4).isEmpty(),
        ranges,
        TabSeparatedLines.items(fields.get(6)));
  }
}
