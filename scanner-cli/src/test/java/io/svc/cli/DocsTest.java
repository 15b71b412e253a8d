package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun.Result;
import io.svc.report.CheckCatalog;
import io.svc.rules.SampleTemplate;
import io.svc.scanner.client.McpClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documents say of the command, of each other and of the project's files is true. */
@Tag("thorough")
class DocsTest {
  private static final String README = "README.md";
  private static final String EXAMPLE = "examples/configs/several-problems.json";
  private static final String ADVISORY =
      """
      {"id": "ACME-1", "affected": [{"package": {"ecosystem": "npm", "name": "acme"}}]}
      """;

  /** What the documents write for that of a finding. */
  private static final String FINGERPRINT = "3f2a9c1d";

  /** Where the documents say that the service is. */
  private static final String SERVICE = "https://svc.example.com";

  /** Other programs that the documents run. */
  private static final List<String> PROGRAMS =
      List.of(
          "svc-preflight",
          "./svc-preflight",
          "./svc-server",
          "svc-server",
          "cat",
          "docker",
          "git",
          "install",
          "java",
          "mvn",
          "python3",
          "set",
          "sha256sum",
          "sudo",
          "tar");

  private static final Set<String> NEEDS_GIT = Set.of("--staged", "--diff");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[a-z][a-z-]*");
  private static final Pattern NAME_IN_CODE = Pattern.compile("`([a-z_]+)`");
  private static final Pattern RULE_IN_CODE = Pattern.compile("`secrets/[a-z0-9-]+`");

  @TempDir private Path directory;

  static List<String> documents() {
    return Stream.concat(
            Stream.of(
                README,
                "ARCHITECTURE.md",
                "CONTRIBUTING.md",
                "SECURITY.md",
                "CHANGELOG.md",
                "examples/README.md"),
            ProjectFiles.below("docs").stream()
                .filter(path -> path.endsWith(".md"))
                .map(path -> "docs/" + path))
        .toList();
  }

  static List<String> documentsWithCommands() {
    return documents().stream().filter(path -> !document(path).commandLines().isEmpty()).toList();
  }

  @ParameterizedTest
  @MethodSource("documentsWithCommands")
  void every_command_line_of_a_document_runs(String path) throws IOException {
    CommandRun command = project();
    List<List<String>> lines = document(path).commandLines();
    // Those that a document shows to fail; their output is compared below.
    List<List<String>> failing =
        document(path).shownRuns().stream()
            .filter(run -> run.output().startsWith("error:"))
            .map(Markdown.ShownRun::words)
            .toList();
    if (lines.stream().flatMap(List::stream).anyMatch(NEEDS_GIT::contains)) {
      GitProject.create(command.project()).commitAll();
    }

    try (RecordingService service =
        RecordingService.always(RecordingService.Reply.of(201, "{\"findings_count\": 0}"))) {
      for (List<String> words : lines) {
        Result result =
            command.run(
                words.stream()
                    .map(word -> word.equals(FINGERPRINT) ? fingerprint(command) : word)
                    .map(word -> word.equals(SERVICE) ? service.url() : word)
                    .toArray(String[]::new));

        if (failing.contains(words)) {
          continue;
        }
        assertThat(result.exitCode()).as("%s: %s: %s", path, words, result.err()).isIn(0, 1);
        assertThat(result.err()).as("%s: %s", path, words).doesNotContain("error:");
      }
    }
  }

  @Test
  void command_lines_and_links_are_seen_at_all() {
    assertThat(documentsWithCommands())
        .contains(README, "docs/baseline.md", "examples/README.md")
        .hasSizeLessThan(documents().size());
    assertThat(document(README).commandLines()).hasSizeGreaterThan(5);
    assertThat(document(README).relativeLinks()).hasSizeGreaterThan(10);
  }

  @Test
  void the_readme_begins_with_a_scan_that_finds_something_and_then_runs_the_tests() {
    List<String> blocks = document(README).blocks();

    assertThat(blocks.get(0)).isEqualTo("./svc-preflight scan --config " + EXAMPLE + "\n");
    assertThat(blocks.get(1)).isEqualTo("mvn verify\n");
    Result result = project().run("scan", "--config", EXAMPLE);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).startsWith("{\n");
  }

  @Test
  void the_format_that_the_howto_adds_is_the_one_that_is_there() {
    List<String> blocks = document("docs/add-an-output-format.md").blocks();

    String sources = "report-render/src/%s/java/io/svc/report/%s.java";
    assertThat(blocks)
        .contains(
            ProjectFiles.read(sources.formatted("main", "LinesRenderer")),
            ProjectFiles.read(sources.formatted("test", "LinesRendererTest")));
    String list = ProjectFiles.read(sources.formatted("main", "Renderers"));
    assertThat(blocks.stream().filter(block -> block.lines().count() == 1 && list.contains(block)))
        .hasSize(2);
  }

  static List<Arguments> shownRuns() {
    List<Arguments> all = new ArrayList<>();
    for (String path : documentsWithCommands()) {
      for (Markdown.ShownRun run : document(path).shownRuns()) {
        all.add(Arguments.of(path, run));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("shownRuns")
  void the_output_that_a_document_shows_is_what_the_command_prints(
      String path, Markdown.ShownRun run) {
    CommandRun command = project();
    command.homeFile(".claude.json", "{\"numStartups\": 3}");
    command.homeFile(".config/zed/settings.json", "{\"context_servers\": {\"notes\":");
    command.file(
        "leaky.json", "{\"mcpServers\": {\"a\": {\"env\": {\n\"T\": \"" + token() + "\"\n");

    Result result = command.run(run.words().toArray(new String[0]));

    // Messages first, as a terminal shows them.
    String printed = local(command, result.err() + result.out());
    assertThat(DocumentedOutput.difference(run.output(), printed, run.language().equals("json")))
        .as("%s: %s prints\n%s", path, run.words(), printed)
        .isEmpty();
  }

  private static String token() {
    return SampleTemplate.fill("ghp_{{begin}}{{base62:30}}{{crc32-base62}}", new Random(7));
  }

  private static String local(CommandRun command, String text) {
    return text.replace(command.project() + "/", "").replace(command.project().toString(), ".");
  }

  static List<String> documentsOfTheCommand() {
    Set<String> paths = new TreeSet<>(documentsWithCommands());
    paths.add("docs/report.md");
    return List.copyOf(paths);
  }

  @ParameterizedTest
  @MethodSource("documentsOfTheCommand")
  void a_block_that_shows_output_follows_its_command(String path) {
    assertThat(document(path).outputsWithoutCommand(PROGRAMS)).as(path).isEmpty();
  }

  @Test
  void outputs_are_seen_at_all() {
    assertThat(shownRuns()).hasSizeGreaterThan(7);
    assertThat(document(README).shownRuns()).hasSize(1);
    assertThat(documentsOfTheCommand()).hasSizeGreaterThan(14);
  }

  @Test
  void a_difference_between_document_and_output_is_seen() {
    String printed = "a\nb\nc\nd\n";

    assertThat(DocumentedOutput.difference("a\nb\nc\nd\n", printed, false)).isEmpty();
    assertThat(DocumentedOutput.difference("a\n…\nd\n", printed, false)).isEmpty();
    assertThat(DocumentedOutput.difference("…\nb\n[2 more]\n", printed, false)).isEmpty();
    for (String wrong :
        List.of("a\nb\n", "b\nc\nd\n", "a\nc\nd\n", "…\nc\nb\n…\n", "a\n…\ne\n", "a\n…\nc\n")) {
      assertThat(DocumentedOutput.difference(wrong, printed, false)).as(wrong).isPresent();
    }
    String json = "{\"a\": [1, {\"b\": 2, \"c\": 3}]}";
    assertThat(DocumentedOutput.difference("{\"a\": [{\"c\": 3}]}", json, true)).isEmpty();
    assertThat(DocumentedOutput.difference("{\"a\": [{\"c\": 4}]}", json, true)).isPresent();
    assertThat(DocumentedOutput.difference("{\"a\": [{\"d\": 3}]}", json, true)).isPresent();
  }

  @Test
  void the_changelog_names_every_finding_type_and_counts_right() {
    Set<String> knownNames = new TreeSet<>();
    CheckCatalog.all().forEach(check -> knownNames.add(check.findingType()));

    assertThat(namesIn(ProjectFiles.read("CHANGELOG.md"))).containsAll(knownNames);
    String list = matched("CHANGELOG.md", "(?s)(\\d+ finding types: .*?)\\.\n");
    assertThat(namesIn(list)).isSubsetOf(knownNames);
    assertThat(list).startsWith(namesIn(list).size() + " finding types: ");
  }

  @Test
  void the_changelog_accounts_for_every_rule_by_number_or_by_id() {
    long files =
        ProjectFiles.below("rules/src/main/rules/secrets").stream()
            .filter(path -> path.endsWith(".yaml"))
            .count();

    long listed =
        RULE_IN_CODE
            .matcher(ProjectFiles.read("CHANGELOG.md"))
            .results()
            .map(MatchResult::group)
            .distinct()
            .count();
    long counted = Long.parseLong(matched("CHANGELOG.md", "(\\d+) rules"));
    assertThat(counted + listed).isEqualTo(files);
    long promised = Long.parseLong(matched(README, "more than (\\d+) rule files"));
    assertThat(promised).isLessThan(files);
  }

  @Test
  void the_number_of_clients_is_that_of_the_catalogue() {
    int others = McpClients.all().size() - 4;

    assertThat(matched(README, "(\\d+) other clients")).isEqualTo(Integer.toString(others));
  }

  @Test
  void lists_all_options_of_scan() {
    Set<String> listed = new TreeSet<>();
    for (List<String> row : document("docs/scanning.md").table("## Options")) {
      listed.addAll(options(row.get(0)));
    }

    Set<String> knownNames = new TreeSet<>();
    for (String line : project().run("scan", "--help").out().lines().toList()) {
      String head = line.stripLeading();
      if (head.startsWith("-")) {
        knownNames.addAll(options(head.split(" {2,}", 2)[0]));
      }
    }
    knownNames.removeAll(Set.of("-h", "--help"));
    assertThat(listed).isEqualTo(knownNames);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void every_link_into_the_project_leads_somewhere(String path) {
    Path document = ProjectFiles.of(path);
    List<String> broken = new ArrayList<>();
    for (String link : document(path).relativeLinks()) {
      String[] parts = link.split("#", 2);
      Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
      boolean exists = Files.exists(target);
      boolean hasAnchor =
          parts.length < 2 || (exists && document(target.toString()).anchors().contains(parts[1]));
      if (!exists || !hasAnchor) {
        broken.add(link);
      }
    }

    assertThat(broken).as(path).isEmpty();
  }

  private static Markdown document(String path) {
    return new Markdown(ProjectFiles.read(path));
  }

  /** The one place of a document that says something. */
  private static String matched(String path, String pattern) {
    List<String> found =
        Pattern.compile(pattern)
            .matcher(ProjectFiles.read(path))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(found).as("%s in %s", pattern, path).hasSize(1);
    return found.get(0);
  }

  private static Set<String> namesIn(String text) {
    return NAME_IN_CODE
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> options(String text) {
    return OPTION.matcher(text).results().map(MatchResult::group).toList();
  }

  /** A project with the examples, and with a file of each name that the documents use. */
  private CommandRun project() {
    CommandRun command = new CommandRun(directory);
    for (String example : ProjectFiles.examples()) {
      String path = "examples/configs/" + example;
      command.file(path, ProjectFiles.read(path));
    }
    String clean = ProjectFiles.read("examples/configs/claude_desktop_config.json");
    for (String name : List.of(".mcp.json", "a.json", "b.json")) {
      command.file(name, clean);
    }
    command.file(
        "examples/rules/lanternfish-api-key.yaml",
        ProjectFiles.read("examples/rules/lanternfish-api-key.yaml"));
    command.file(".cursor/mcp.json", ProjectFiles.read("examples/configs/.cursor/mcp.json"));
    command.file("key.txt", "svck_made-up-for-this-test");
    command.zip("osv-export.zip", Map.of("ACME-1.json", ADVISORY));
    // What the hooks' document runs needs a repository, and git to ask about it.
    command.with("PATH", System.getenv("PATH"));
    Program.in(command.project()).ok("git", "init", "-q");
    return command;
  }

  /** The first digits of a finding of the project. */
  private static String fingerprint(CommandRun command) {
    Result result = command.run("scan", "--no-baseline");
    return Pattern.compile("sha256:([0-9a-f]{16})")
        .matcher(result.out())
        .results()
        .findFirst()
        .orElseThrow()
        .group(1);
  }
}
