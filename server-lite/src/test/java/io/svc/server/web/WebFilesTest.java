package io.svc.server.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dashboard's files, held to what a browser and a reviewer count on. */
class WebFilesTest {
  private static final int LARGEST_VIEW = 8 << 10;

  private static final Pattern ANY_IMPORT =
      Pattern.compile("(?:from |import\\()\"(\\.[^\"]+)\"", Pattern.MULTILINE);
  private static final Pattern VENDORED =
      Pattern.compile("^\\| `([^`]+)` \\|.*\\| `([0-9a-f]{64})` \\|$", Pattern.MULTILINE);

  private static final Pattern LEADING_CLASS =
      Pattern.compile("^ +(?:[a-z]+\\d?)?\\.([a-zA-Z][\\w-]*)[^;]*[{,]$", Pattern.MULTILINE);
  private static final Set<String> OF_PAGES =
      Set.of(
          "styles/overview.css",
          "styles/agents.css",
          "styles/mcp.css",
          "styles/policies.css",
          "styles/respond.css",
          "styles/settings.css");

  private final WebFiles web = WebFiles.load();
  private final Map<String, byte[]> files = web.sent();

  private Stream<String> modules() {
    return files.keySet().stream()
        .filter(name -> name.endsWith(".js") && !name.startsWith("vendor/"));
  }

  private static String resolve(String from, String path) {
    Deque<String> parts = new ArrayDeque<>(List.of(from.split("/", -1)));
    parts.removeLast();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        parts.removeLast();
      } else if (!part.equals(".")) {
        parts.addLast(part);
      }
    }
    return String.join("/", parts);
  }

  private List<String> imports(String module, Pattern pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(web.text(module));
    while (matcher.find()) {
      found.add(resolve(module, matcher.group(1)));
    }
    return found;
  }

  @Test
  void every_module_that_is_named_is_there() {
    modules()
        .forEach(
            module ->
                assertThat(imports(module, ANY_IMPORT)).as(module).allMatch(files::containsKey));
  }

  @Test
  void every_module_is_named_by_another() {
    Set<String> named =
        modules()
            .flatMap(module -> imports(module, ANY_IMPORT).stream())
            .collect(Collectors.toCollection(TreeSet::new));
    named.addAll(web.pages().findValuesAsText("module"));

    assertThat(modules().filter(module -> !module.equals("app.js") && !module.equals("boot.js")))
        .allMatch(named::contains);
  }

  @Test
  void what_a_page_needs_is_known_however_deep() {
    Map<String, String> bare =
        Map.of(
            "preact", "vendor/preact.js",
            "preact/hooks", "vendor/hooks.js",
            "htm", "vendor/htm.js");

    assertThat(web.needs("components/html.js", bare))
        .containsExactlyInAnyOrder("components/html.js", "vendor/preact.js", "vendor/htm.js");
    DashboardWriter.addresses(web)
        .values()
        .forEach(module -> assertThat(web.needs(module, bare)).allMatch(files::containsKey));
  }

  @Test
  void what_is_vendored_is_what_was_published() {
    Map<String, String> told = new TreeMap<>();
    Matcher row = VENDORED.matcher(web.text("vendor/VENDOR.md"));
    while (row.find()) {
      told.put(row.group(1), row.group(2));
    }
    Map<String, String> found = new TreeMap<>();
    files.forEach(
        (name, content) -> {
          boolean isCode = name.startsWith("vendor/") && name.endsWith(".js");
          if (isCode || name.startsWith("fonts/")) {
            found.put(name, HexFormat.of().formatHex(WebFiles.sha256().digest(content)));
          }
        });

    assertThat(found).isEqualTo(told);
  }

  /**
   * A section of the settings is found by its name, and what is misspelt is no error until then.
   */
  @Test
  void every_section_of_the_settings_that_is_linked_to_is_there() {
    Set<String> sections = matches("views/settings.js", Pattern.compile("^ +\\[?\"([a-z-]+)\",$"));
    sections.addAll(
        matches("views/settings.js", Pattern.compile("\\[\"([a-z-]+)\", \"[a-z-]+\",")));
    Set<String> linked = new TreeSet<>();
    modules()
        .forEach(
            module ->
                linked.addAll(matches(module, Pattern.compile("\"/settings/([a-z-]+)[\"?]"))));

    assertThat(linked).hasSizeGreaterThan(4).isSubsetOf(sections);
  }

  private Set<String> matches(String module, Pattern pattern) {
    return web.text(module)
        .lines()
        .flatMap(line -> pattern.matcher(line).results())
        .map(result -> result.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void no_text_of_the_server_can_become_markup() {
    modules()
        .forEach(
            module ->
                assertThat(web.text(module))
                    .as(module)
                    .doesNotContainPattern(
                        "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|srcdoc|\\beval\\(")
                    .doesNotContainPattern("javascript:|new Function"));
  }

  @Test
  void each_view_is_small() {
    files.forEach(
        (name, content) -> {
          if (name.startsWith("views/")) {
            int size = WebFiles.gzip(content).map(zipped -> zipped.length).orElse(content.length);
            assertThat(size).as(name).isLessThanOrEqualTo(LARGEST_VIEW);
          }
        });
  }

  @Test
  void modules_are_sent_without_jsdoc() {
    String dialog = new String(files.get("components/dialog.js"), UTF_8);

    assertThat(web.text("components/dialog.js")).contains("/**");
    assertThat(dialog).contains("export function Dialog(");
    modules()
        .forEach(
            module ->
                assertThat(new String(files.get(module), UTF_8)).as(module).doesNotContain("/**"));
  }

  @Test
  void a_sheet_is_sent_with_its_parts_and_without_a_request_for_each() {
    String sheet = new String(files.get("styles/app.css"), UTF_8);

    assertThat(sheet).doesNotContain("@import").contains("--accent", ".card", ".tbl");
    assertThat(files.keySet().stream().filter(name -> name.startsWith("styles/")))
        .allSatisfy(
            name ->
                assertThat(name.equals("styles/app.css") || sheet.contains(web.text(name)))
                    .as(name)
                    .isTrue());
  }

  /** A page's own sheet may extend what all share; two of them must not mean each other's. */
  @Test
  void no_two_sheets_of_pages_style_the_same_class() {
    Set<String> shared = new TreeSet<>();
    Map<String, Set<String>> owners = new TreeMap<>();
    for (String name : files.keySet()) {
      if (!name.startsWith("styles/") || name.equals("styles/app.css")) {
        continue;
      }
      boolean isOfPages = OF_PAGES.contains(name);
      Matcher leading = LEADING_CLASS.matcher(web.text(name));
      while (leading.find()) {
        if (isOfPages) {
          owners.computeIfAbsent(leading.group(1), key -> new TreeSet<>()).add(name);
        } else {
          shared.add(leading.group(1));
        }
      }
    }

    assertThat(owners.keySet()).hasSizeGreaterThan(50);
    owners.keySet().removeAll(shared);
    owners.values().removeIf(sheets -> sheets.size() == 1);
    assertThat(owners).isEmpty();
  }

  @Test
  void the_build_is_named_after_all_of_its_files() {
    assertThat(web.build()).matches("[0-9a-f]{12}").isEqualTo(WebFiles.load().build());
  }

  @Test
  void every_page_of_the_table_has_a_component_and_an_address_of_its_own() {
    List<String> addresses = new ArrayList<>();
    for (JsonNode page : web.pages()) {
      addresses.add(page.path("address").asText());
      assertThat(web.text(page.path("module").asText()))
          .containsPattern("export (?:function|const) " + page.path("component").asText() + "\\b");
    }

    assertThat(addresses).doesNotHaveDuplicates().contains("/mcp/{id}", "/login");
    assertThat(DashboardWriter.addresses(web)).hasSize(addresses.size() + 1).containsKey("/");
  }

  @Test
  void every_link_of_the_table_has_an_icon_and_a_key_of_its_own() {
    String icons = web.text("components/icons.js");
    List<String> keys = new ArrayList<>();
    for (JsonNode page : web.pages()) {
      if (page.has("key")) {
        keys.add(page.path("key").asText());
      }
    }

    assertThat(keys).hasSizeGreaterThan(10).doesNotHaveDuplicates();
    assertThat(web.pages().findValuesAsText("icon"))
        .allMatch(icon -> icons.contains("\"" + icon + "\": "));
  }

  /** Who is told to be able to do something must be able to. */
  @Test
  void permissions_are_shown_correctly() {
    Matcher line =
        Pattern.compile("^  \"([a-z-]+:[a-z]+)\": \\[([^]]*)],$", Pattern.MULTILINE)
            .matcher(web.text("session.js"));
    Map<String, Set<String>> told = new TreeMap<>();
    while (line.find()) {
      told.put(
          line.group(1),
          new TreeSet<>(
              Stream.of(line.group(2).split(", ")).map(name -> name.replace("\"", "")).toList()));
    }

    assertThat(told).isNotEmpty();
    told.forEach(
        (permission, others) -> assertThat(others).as(permission).isEqualTo(holders(permission)));
  }

  /** The roles, beside administrators, that have a permission. */
  private static Set<String> holders(String permission) {
    Set<String> holders = new TreeSet<>();
    for (Role role : Role.values()) {
      boolean has = role.permissions().stream().anyMatch(may -> may.toString().equals(permission));
      if (has && role != Role.ADMIN) {
        holders.add(role.toString());
      }
    }
    return holders;
  }
}
