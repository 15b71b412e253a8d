package io.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import io.svc.server.testing.Prerequisite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Commands in {@code docs/api} run as printed, and the printed responses are those of the server.
 * The commands of a page run in one shell against a new server, after the preamble of the README:
 * the first commands of {@code docs/api/README.md}.
 *
 * <p>A block marked {@code sh} is a command. A block marked {@code json} or {@code http} directly
 * below it is its output. A printed object may leave out members; a printed list is complete.
 * Identifiers, times, hashes and durations are compared by shape. {@code -Dgolden.update=true}
 * updates the printed objects, with the members that they had.
 */
@Tag("thorough")
class ApiDocsTest {
  private static final Path DOCS = Path.of(System.getProperty("project.root"), "docs", "api");
  private static final Path README = DOCS.resolve("README.md");
  private static final String PRINTED_ADDRESS = "http://127.0.0.1:8080";

  /** The first words of blocks that are commands and are not run, with the reason. */
  private static final Map<String, String> NOT_RUN =
      Map.of(
          "mcp.md: svc-preflight scan", "needs the installed scanner",
          "attestation.md: $ python3 examples/verify-attestation/verify.py", "needs Python",
          "reports.md: $ svc-server report verify", "needs the installed server");

  private static final int TIMEOUT_SECONDS = 120;
  private static final int LINE = 110;

  private static final Pattern FENCE = Pattern.compile("```([a-z]*)");
  private static final Pattern IDENTIFIER =
      Pattern.compile("\\b([a-z]{3,4})_[0-9A-HJKMNP-TV-Z]{26}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern DAY = Pattern.compile("\\b20\\d\\d-\\d\\d-\\d\\d\\b");
  private static final Pattern HASH = Pattern.compile("\\b[0-9a-f]{64}\\b");
  private static final Pattern KEY = Pattern.compile("svck_[0-9A-Za-z_]{8,}");

  /** Members whose values differ from run to run in another way than by the patterns above. */
  private static final Pattern VARIABLE =
      Pattern.compile(
          "(?i).*(latency|duration|took|cursor|signature|mac|nonce|etag|kid|last4|token)(_?ms)?"
              + "|x|y|publicKey|remaining_?seconds");

  @TempDir private Path directory;

  /** A block of a page. */
  private record Block(String page, int line, int end, String kind, String text) {
    @Override
    public String toString() {
      return page + ":" + line;
    }
  }

  /** A command and the output printed below it. */
  private record Command(Block command, List<Block> output) {}

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(DOCS)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream();
    }
  }

  static Stream<Path> pagesWithCommands() throws IOException {
    String first = System.getProperty("page", "");
    return pages().filter(page -> page.toString().endsWith(first) && !commands(page).isEmpty());
  }

  private static List<Block> blocks(Path page) {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = read(page).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var fence = FENCE.matcher(lines.get(i).strip());
      if (fence.matches()) {
        int first = i + 1;
        List<String> text = new ArrayList<>();
        for (i++; !lines.get(i).strip().equals("```"); i++) {
          text.add(lines.get(i));
        }
        blocks.add(
            new Block(
                page.getFileName().toString(),
                first,
                i + 1,
                fence.group(1),
                String.join("\n", text) + "\n"));
      }
    }
    return blocks;
  }

  private static List<Command> commands(Path page) {
    List<Command> commands = new ArrayList<>();
    for (Block block : blocks(page)) {
      if (block.kind().equals("sh")) {
        commands.add(new Command(block, new ArrayList<>()));
      } else if (block.kind().equals("json") || block.kind().equals("http")) {
        // Only an empty line is between a command and its output.
        commands.stream()
            .filter(one -> one.command().end() + 2 == block.line())
            .forEach(one -> one.output().add(block));
      }
    }
    return commands;
  }

  @Test
  void no_command_is_outside_of_a_block_that_is_run() throws IOException {
    List<Block> others =
        pages()
            .flatMap(page -> blocks(page).stream())
            .filter(block -> !block.kind().equals("sh"))
            .toList();

    assertThat(others).filteredOn(block -> block.text().contains("curl ")).isEmpty();
    assertThat(others)
        .filteredOn(block -> block.kind().equals("console"))
        .map(block -> block.page() + ": " + block.text())
        .hasSameSizeAs(NOT_RUN.keySet())
        .allMatch(text -> NOT_RUN.keySet().stream().anyMatch(text::startsWith));
    assertThat(pages().mapToInt(page -> commands(page).size()).sum()).isGreaterThan(60);
  }

  @ParameterizedTest
  @MethodSource("pagesWithCommands")
  void commands_run_as_printed_and_answer_as_printed(Path page) throws Exception {
    for (String program : List.of("bash", "curl", "jq")) {
      if (Prerequisite.program(program).isEmpty()) {
        throw Prerequisite.missing("the commands of the documentation need " + program);
      }
    }
    List<Command> commands = new ArrayList<>(List.of(commands(README).get(0)));
    commands(page).stream().filter(one -> !commands.contains(one)).forEach(commands::add);
    try (TestServer server = TestServer.start(directory.resolve("server"))) {
      run(commands, server);
    }
    if (Boolean.getBoolean("golden.update")) {
      update(page, commands);
    }
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      Command command = commands.get(i);
      String output = read(directory.resolve(i + ".out"));
      String errors = read(directory.resolve(i + ".err"));
      if (!errors.isEmpty()) {
        problems.add(command.command() + " fails: " + errors);
      }
      if (command.output().isEmpty()) {
        if (output.contains("\"requestId\"")) {
          problems.add(command.command() + " is refused: " + output);
        }
      } else {
        compare(command.output().get(0), output, problems);
      }
    }
    try (Stream<Path> files = Files.list(directory.resolve("work"))) {
      files
          .filter(file -> read(file).contains("\"urn:svc:error:"))
          .forEach(file -> problems.add(page + " writes an error to " + file.getFileName()));
    }
    assertThat(problems).isEmpty();
  }

  private void run(List<Command> commands, TestServer server) throws Exception {
    StringBuilder script =
        new StringBuilder("set -u -o pipefail\ncurl() { command curl -sS \"$@\"; }\n");
    for (int i = 0; i < commands.size(); i++) {
      script
          .append("{\n")
          .append(
              commands
                  .get(i)
                  .command()
                  .text()
                  .replace(PRINTED_ADDRESS, server.address().toString()))
          .append("\n} >\"$OUT/%d.out\" 2>\"$OUT/%d.err\"\n".formatted(i, i));
    }
    Path work = Files.createDirectory(directory.resolve("work"));
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", script.toString()).directory(work.toFile());
    builder.environment().put("OUT", directory.toString());
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String remainder = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).as("the commands end").isTrue();
    assertThat(remainder).isEmpty();
  }

  private static void compare(Block printed, String output, List<String> problems) {
    if (printed.kind().equals("http")) {
      List<String> lines = output.lines().map(ApiDocsTest::normalized).map(String::strip).toList();
      printed
          .text()
          .lines()
          .map(ApiDocsTest::normalized)
          .map(String::strip)
          .filter(line -> !lines.contains(line))
          .forEach(line -> problems.add(printed + " prints " + line + ", but was:\n" + output));
      return;
    }
    List<String> differences = new ArrayList<>();
    try {
      contains("", Json.readStored(printed.text()), Json.readStored(output), differences);
    } catch (RuntimeException e) {
      differences.add("is no JSON");
    }
    if (!differences.isEmpty()) {
      problems.add(printed + " differs: " + differences + "\n" + output);
    }
  }

  private void update(Path page, List<Command> commands) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(page));
    for (int i = commands.size() - 1; i > 0; i--) {
      for (Block printed : commands.get(i).output()) {
        if (printed.kind().equals("json")) {
          JsonNode actual = Json.readStored(read(directory.resolve(i + ".out")));
          if (!actual.isContainerNode()
              || (actual.has("requestId") && !printed.text().contains("\"code\""))) {
            continue;
          }
          StringBuilder text = new StringBuilder();
          write(merged("", Json.readStored(printed.text()), actual), 0, 0, text);
          List<String> block = lines.subList(printed.line(), printed.end() - 1);
          block.clear();
          block.addAll(text.toString().lines().toList());
        }
      }
    }
    Files.write(page, lines);
  }

  /** The printed value where it still matches, otherwise the actual value. */
  private static JsonNode merged(String name, JsonNode printed, JsonNode actual) {
    if (printed.isObject() && actual.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> member :
          (printed.isEmpty() ? actual : printed).properties()) {
        if (actual.has(member.getKey())) {
          object.set(
              member.getKey(),
              merged(member.getKey(), member.getValue(), actual.get(member.getKey())));
        }
      }
      return object;
    }
    if (printed.isArray() && actual.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < actual.size(); i++) {
        JsonNode model =
            printed.isEmpty() ? actual.get(i) : printed.get(Math.min(i, printed.size() - 1));
        array.add(merged("", model, actual.get(i)));
      }
      return array;
    }
    return isVariable(name, printed, actual)
            || normalized(printed.toString()).equals(normalized(actual.toString()))
        ? printed
        : actual;
  }

  /** Writes JSON with each object or list on one line where it fits. */
  private static void write(JsonNode json, int indent, int column, StringBuilder out) {
    String line = line(json);
    if (json.isValueNode() || json.isEmpty() || column + line.length() <= LINE) {
      out.append(line);
      return;
    }
    out.append(json.isObject() ? "{\n" : "[\n");
    int count = 0;
    if (json.isObject()) {
      for (Map.Entry<String, JsonNode> member : json.properties()) {
        String head = " ".repeat(indent + 2) + '"' + member.getKey() + "\": ";
        out.append(head);
        write(member.getValue(), indent + 2, head.length(), out);
        out.append(++count < json.size() ? ",\n" : "\n");
      }
    } else {
      for (JsonNode element : json) {
        out.append(" ".repeat(indent + 2));
        write(element, indent + 2, indent + 2, out);
        out.append(++count < json.size() ? ",\n" : "\n");
      }
    }
    out.append(" ".repeat(indent)).append(json.isObject() ? '}' : ']');
  }

  private static String line(JsonNode json) {
    if (json.isObject()) {
      return json.properties().stream()
          .map(member -> '"' + member.getKey() + "\": " + line(member.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (json.isArray()) {
      return json.valueStream().map(ApiDocsTest::line).collect(Collectors.joining(", ", "[", "]"));
    }
    return json.toString();
  }

  private static void contains(
      String location, JsonNode printed, JsonNode actual, List<String> differences) {
    if (printed.isObject() && actual.isObject()) {
      for (Map.Entry<String, JsonNode> member : printed.properties()) {
        String name = location + "/" + member.getKey();
        JsonNode value = actual.get(member.getKey());
        if (value == null) {
          differences.add(name + " is missing");
        } else if (!isVariable(member.getKey(), member.getValue(), value)) {
          contains(name, member.getValue(), value, differences);
        }
      }
    } else if (printed.isArray() && actual.isArray()) {
      if (printed.size() != actual.size()) {
        differences.add(location + " has " + actual.size() + " elements");
      }
      for (int i = 0; i < Math.min(printed.size(), actual.size()); i++) {
        contains(location + "/" + i, printed.get(i), actual.get(i), differences);
      }
    } else if (!normalized(printed.toString()).equals(normalized(actual.toString()))) {
      differences.add(location + " is " + actual);
    }
  }

  private static boolean isVariable(String name, JsonNode printed, JsonNode actual) {
    return VARIABLE.matcher(name).matches()
        && printed.isValueNode()
        && printed.getNodeType() == actual.getNodeType();
  }

  private static String normalized(String text) {
    String plain = IDENTIFIER.matcher(text).replaceAll("$1_ID");
    plain = KEY.matcher(plain).replaceAll("KEY");
    plain = TIME.matcher(plain).replaceAll("TIME");
    plain = DAY.matcher(plain).replaceAll("DAY");
    plain = HASH.matcher(plain).replaceAll("HASH");
    return plain.replaceAll("http://127\\.0\\.0\\.1:\\d+", PRINTED_ADDRESS);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
