package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.Advisory.Range;
import io.svc.rules.AdvisoryIndex.PackageKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdvisoryIndexTest {
  private static final String DAMAGED =
      "damaged, or not a list of advisories that this version can read";
  private static final List<Ecosystem> ECOSYSTEMS = List.of(Ecosystem.values());
  private static final String LETTERS = "ab-@/.Z\u00E9\uD83D\uDE00 ";

  @Test
  void everything_of_an_advisory_comes_back() {
    Advisory full =
        new Advisory(
            "GHSA-1",
            List.of("CVE-2026-1", "PYSEC-2026-1"),
            Severity.MEDIUM,
            "A summary, \uD83D\uDE00 and caf\u00E9",
            true,
            List.of(
                new Range("0", "1.2.3", ""), new Range("2.0.0", "", "2.1"), new Range("3", "", "")),
            List.of("1.0.0", "1.0.1"));
    Advisory bare =
        new Advisory("X", List.of(), Severity.CRITICAL, "", false, List.of(), List.of());

    AdvisoryIndex index = index(Map.of(key("acme-mcp"), List.of(full, bare)));

    assertThat(index.of(Ecosystem.NPM, "acme-mcp")).containsExactly(full, bare);
    assertThat(index.date()).isEqualTo("2026-01-31");
    assertThat(index.source()).isEqualTo("an export");
    assertThat(index.size()).isEqualTo(2);
  }

  @Test
  void an_empty_list_knows_nothing() {
    AdvisoryIndex index = index(Map.of());

    assertThat(index.size()).isZero();
    assertThat(index.date()).isEqualTo("2026-01-31");
    for (Ecosystem ecosystem : Ecosystem.values()) {
      assertThat(index.of(ecosystem, "acme-mcp")).isEmpty();
      assertThat(index.of(ecosystem, "")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aaa", "mmm", "zzz", "m", "mm", "mmmm"})
  void the_first_the_last_and_those_between_are_found(String name) {
    AdvisoryIndex index = index(packages("aaa", "mmm", "zzz", "m", "mm", "mmmm"));

    assertThat(index.of(Ecosystem.NPM, name)).extracting(Advisory::id).containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "aa",
        "aaaa",
        "aab",
        "l",
        "mmx",
        "mmmmm",
        "zz",
        "zzzz",
        "~",
        "\uFFFF",
        "\t",
        "aaa\t",
        "aaa\taaa",
        "\n",
        "aaa\n",
        "npm\taaa"
      })
  void a_name_that_is_not_there_is_not_found(String name) {
    AdvisoryIndex index = index(packages("aaa", "mmm", "zzz", "m", "mm", "mmmm"));

    assertThat(index.of(Ecosystem.NPM, name)).isEmpty();
  }

  @Test
  void a_name_belongs_to_its_registry() {
    AdvisoryIndex index =
        index(
            Map.of(
                new PackageKey(Ecosystem.NPM, "acme"), List.of(named("npm")),
                new PackageKey(Ecosystem.PYPI, "acme"), List.of(named("pypi")),
                new PackageKey(Ecosystem.GO, "acme"), List.of(named("go"))));

    assertThat(index.of(Ecosystem.NPM, "acme")).extracting(Advisory::id).containsExactly("npm");
    assertThat(index.of(Ecosystem.PYPI, "acme")).extracting(Advisory::id).containsExactly("pypi");
    assertThat(index.of(Ecosystem.GO, "acme")).extracting(Advisory::id).containsExactly("go");
    assertThat(index.of(Ecosystem.IMAGE, "acme")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PYPI, Acme_MCP, acme.mcp, true",
    "PYPI, acme-mcp, ACME--MCP, true",
    "NPM, Acme-MCP, acme-mcp, true",
    "NPM, acme_mcp, acme-mcp, false",
    "GO, github.com/Acme/mcp, github.com/Acme/mcp, true",
    "GO, github.com/Acme/mcp, github.com/acme/mcp, false"
  })
  void names_are_compared_as_their_registry_does(
      Ecosystem ecosystem, String written, String asked, boolean isSame) {
    AdvisoryIndex index = index(Map.of(new PackageKey(ecosystem, written), List.of(named("X-1"))));

    assertThat(index.of(ecosystem, asked)).hasSize(isSame ? 1 : 0);
  }

  @Test
  void two_spellings_of_one_package_are_one_package() {
    Map<PackageKey, List<Advisory>> advisories = new LinkedHashMap<>();
    advisories.put(new PackageKey(Ecosystem.PYPI, "acme_mcp"), List.of(named("X-1")));
    advisories.put(new PackageKey(Ecosystem.PYPI, "Acme-MCP"), List.of(named("X-2")));

    assertThat(index(advisories).of(Ecosystem.PYPI, "acme.mcp"))
        .extracting(Advisory::id)
        .containsExactly("X-1", "X-2");
  }

  @Test
  void a_lookup_finds_what_a_plain_map_finds() {
    Random random = new Random(11);
    for (int round = 0; round < 20; round++) {
      Map<PackageKey, List<Advisory>> advisories = new HashMap<>();
      Map<String, List<String>> ids = new HashMap<>();
      for (int i = 0; i < 500; i++) {
        Ecosystem ecosystem = ECOSYSTEMS.get(random.nextInt(4));
        String name = name(random);
        String id = "X-" + i;
        advisories
            .computeIfAbsent(new PackageKey(ecosystem, name), key -> new ArrayList<>())
            .add(named(id));
        ids.computeIfAbsent(
                ecosystem.label() + ":" + ecosystem.normal(name), key -> new ArrayList<>())
            .add(id);
      }
      AdvisoryIndex index = index(advisories);

      assertThat(index.size()).isEqualTo(500);
      for (int i = 0; i < 1_000; i++) {
        Ecosystem ecosystem = ECOSYSTEMS.get(random.nextInt(4));
        String name = name(random);

        assertThat(index.of(ecosystem, name))
            .as("%s %s", ecosystem, name)
            .extracting(Advisory::id)
            .containsExactlyInAnyOrderElementsOf(
                ids.getOrDefault(ecosystem.label() + ":" + ecosystem.normal(name), List.of()));
      }
    }
  }

  @Test
  void the_order_in_which_packages_were_read_does_not_count() {
    Map<PackageKey, List<Advisory>> first = new LinkedHashMap<>();
    first.put(key("b"), List.of(named("b")));
    first.put(key("a"), List.of(named("a")));
    Map<PackageKey, List<Advisory>> other = new LinkedHashMap<>();
    other.put(key("a"), List.of(named("a")));
    other.put(key("b"), List.of(named("b")));

    assertThat(AdvisoryIndex.encode("d", "s", first))
        .isEqualTo(AdvisoryIndex.encode("d", "s", other));
  }

  @Test
  void a_text_in_which_one_character_differs_is_damaged() {
    String text = AdvisoryIndex.encode("2026-01-31", "an export", packages("aaa", "bbb"));
    for (int i = 0; i < text.length(); i++) {
      String damaged = text.substring(0, i) + (char) (text.charAt(i) ^ 1) + text.substring(i + 1);

      assertDamaged(damaged);
    }
  }

  @Test
  void a_text_that_is_cut_or_has_more_is_damaged() {
    String text = AdvisoryIndex.encode("2026-01-31", "an export", packages("aaa", "bbb"));
    for (int i = 0; i < text.length(); i++) {
      assertDamaged(text.substring(0, i));
    }
    assertDamaged(text + "\n");
    assertDamaged(text + text);
    assertDamaged("\uFEFF" + text);
    assertDamaged(text.replace("\n", "\r\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "svc-advisories\t1\t",
        "svc-advisories\t1\t00000000\t",
        "svc-advisories\t1\t00000000\t\n",
        "svc-advisories\t2\t00000000\td\ts\n",
        "{\"id\": \"X\"}\n",
        "nonsense\n"
      })
  void a_text_of_something_else_is_rejected(String text) {
    assertDamaged(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"two\nlines", "a\ttab"})
  void a_text_that_is_not_one_line_is_rejected_before_it_does_harm(String summary) {
    Advisory advisory =
        new Advisory("X", List.of(), Severity.LOW, summary, false, List.of(), List.of());

    assertThatThrownBy(() -> index(Map.of(key("acme"), List.of(advisory))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A field contains a tab or a line break:" + " \"" + summary + "\"; expected one line");
  }

  private static void assertDamaged(String text) {
    assertThatThrownBy(() -> AdvisoryIndex.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(DAMAGED);
  }

  private static AdvisoryIndex index(Map<PackageKey, List<Advisory>> advisories) {
    return AdvisoryIndex.parse(AdvisoryIndex.encode("2026-01-31", "an export", advisories));
  }

  /** One advisory for each package, whose id is the package's name. */
  private static Map<PackageKey, List<Advisory>> packages(String... names) {
    Map<PackageKey, List<Advisory>> advisories = new HashMap<>();
    for (String name : names) {
      advisories.put(key(name), List.of(named(name)));
    }
    return advisories;
  }

  private static Advisory named(String id) {
    return new Advisory(id, List.of(), Severity.HIGH, "A summary", false, List.of(), List.of());
  }

  private static PackageKey key(String name) {
    return new PackageKey(Ecosystem.NPM, name);
  }

  private static String name(Random random) {
    StringBuilder name = new StringBuilder();
    int length = 1 + random.nextInt(4);
    for (int i = 0; i < length; i++) {
      name.appendCodePoint(LETTERS.codePointAt(LETTERS.offsetByCodePoints(0, random.nextInt(10))));
    }
    return name.toString();
  }
}
