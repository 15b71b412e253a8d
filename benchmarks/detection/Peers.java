package detection;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The same credentials, and what only looks like some, before this command and before others that
 * run without a network: what each finds, what each takes for a credential, and how long it takes
 * for all files. All are written as Claude Code keeps its servers, which every one of them reads.
 */
final class Peers {
  private static final int SERVERS_PER_FILE = 12;
  private static final String FILE = ".mcp.json";

  /** Where a tool saw a credential. */
  private record Hit(Path file, int line) {}

  /** A server, and the lines that it has in its file. */
  private record Sample(String family, Path file, int firstLine, int lastLine) {}

  /** Takes what a tool printed apart. */
  private interface Reader {
    Set<Hit> read(Object json, Path root);
  }

  /** A tool, and how it is asked for all that lies below a directory. */
  private record Tool(String name, List<String> command, Reader reader) {}

  private final Draw draw;
  private final Path root;
  private int files;

  private Peers(long seed, Path root) {
    this.draw = new Draw(seed, "peers");
    this.root = root;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 2 || arguments.length > 3) {
      System.err.println("error: expected COMMAND PEERS [SEED]");
      System.exit(2);
    }
    Path command = Path.of(arguments[0]).toAbsolutePath();
    Path peers = Path.of(arguments[1]).toAbsolutePath();
    long seed = arguments.length == 3 ? Long.parseLong(arguments[2]) : 1;
    try (Workspace workspace = new Workspace(Files.createTempDirectory("peers"), false)) {
      new Peers(seed, workspace.root().toRealPath()).run(workspace, command, peers);
    }
  }

  private void run(Workspace workspace, Path command, Path peers) throws Exception {
    List<Kind> secrets = new ArrayList<>(TokenFormats.all());
    secrets.addAll(StructuredTokens.all());
    secrets.addAll(OtherSecrets.all());
    List<Kind> harmless = new ArrayList<>(Placeholders.all());
    harmless.addAll(Lookalikes.all());
    List<Sample> real = write(workspace, secrets);
    List<Sample> others = write(workspace, harmless);
    System.out.printf(
        "%,d credentials and %,d values that are none, in %,d files%n%n",
        real.size(), others.size(), files);
    System.out.printf("%-16s %8s %12s %10s%n", "", "recall", "false alarms", "seconds");
    Map<String, Tally> found = new HashMap<>();
    List<Tool> tools = tools(command, peers);
    for (Tool tool : tools) {
      long begin = System.nanoTime();
      String printed = ask(tool);
      double seconds = (System.nanoTime() - begin) / 1e9;
      Set<Hit> hits = tool.reader().read(Json.parse(printed), root);
      Tally recall = tally(real, hits);
      System.out.printf(
          Locale.ROOT,
          "%-16s %8.3f %12.3f %10.1f%n",
          tool.name(),
          recall.share(),
          tally(others, hits).share(),
          seconds);
      found.put(tool.name(), recall);
    }
    for (Tool tool : tools) {
      found.get(tool.name()).print("Credentials found by " + tool.name(), "found");
    }
  }

  private static Tally tally(List<Sample> samples, Set<Hit> hits) {
    Tally tally = new Tally();
    for (Sample sample : samples) {
      boolean isHit = false;
      for (int line = sample.firstLine(); line <= sample.lastLine(); line++) {
        isHit |= hits.contains(new Hit(sample.file(), line));
      }
      tally.add(sample.family(), isHit);
    }
    return tally;
  }

  /** Every kind in every place that it fits, a dozen servers to a file. */
  private List<Sample> write(Workspace workspace, List<Kind> kinds) throws IOException {
    List<Sample> samples = new ArrayList<>();
    List<Server> open = new ArrayList<>();
    List<String> families = new ArrayList<>();
    for (Place place : Place.all()) {
      if (place.id().equals(Place.INPUT_DEFAULT)) {
        // Claude Code asks its users for nothing.
        continue;
      }
      for (Kind kind : kinds) {
        String value = kind.make(draw);
        if (!place.fits(kind, value)) {
          continue;
        }
        open.add(place.put().put(kind, value, draw).named("server-" + samples.size() + open.size()));
        families.add(kind.family());
        if (open.size() == SERVERS_PER_FILE) {
          close(workspace, open, families, samples);
        }
      }
    }
    if (!open.isEmpty()) {
      close(workspace, open, families, samples);
    }
    return samples;
  }

  private void close(
      Workspace workspace, List<Server> open, List<String> families, List<Sample> samples)
      throws IOException {
    ConfigFile file = Shape.CLAUDE_CODE.file(open, Map.of());
    Path path = workspace.write("project-" + ++files, file).toRealPath();
    List<String> lines = file.text().lines().toList();
    List<Integer> starts = new ArrayList<>();
    for (Server server : open) {
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).strip().startsWith("\"" + server.name() + "\"")) {
          starts.add(i + 1);
        }
      }
    }
    if (starts.size() != open.size()) {
      throw new IllegalStateException("servers cannot be told apart in " + path);
    }
    for (int i = 0; i < open.size(); i++) {
      int end = i + 1 < open.size() ? starts.get(i + 1) - 1 : lines.size();
      samples.add(new Sample(families.get(i), path, starts.get(i), end));
    }
    open.clear();
    families.clear();
  }

  private List<Tool> tools(Path command, Path peers) throws IOException {
    Path secretlint =
        Files.writeString(
            Files.createTempFile("secretlint", ".json"),
            "{\"rules\":[{\"id\":\"@secretlint/secretlint-rule-preset-recommend\"}]}");
    return List.of(
        new Tool(
            "svc-preflight",
            List.of(command.toString(), "scan", "--quiet", "--format", "json", root.toString()),
            Peers::ours),
        new Tool(
            "secretlint",
            List.of(
                peers.resolve("secretlint").toString(),
                "--format",
                "json",
                "--secretlintrc",
                secretlint.toString(),
                root + "/**/" + FILE),
            Peers::secretlint),
        new Tool(
            "agentshield",
            List.of(
                peers.resolve("agentshield").toString(),
                "scan",
                "--format",
                "json",
                "--path",
                root.toString()),
            Peers::agentshield),
        new Tool(
            "ship-safe",
            List.of(
                peers.resolve("ship-safe").toString(), "scan", "--json", "--no-cache",
                "--include-tests", root.toString()),
            Peers::shipSafe));
  }

  private String ask(Tool tool) throws IOException, InterruptedException {
    Path output = Files.createTempFile("peer", ".json");
    try {
      new ProcessBuilder(tool.command())
          // Where it installed its rules: a linter looks for them from where it is started.
          .directory(new File(tool.command().get(0)).getParentFile())
          .redirectInput(new File("/dev/null"))
          .redirectOutput(output.toFile())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      if (printed.isBlank()) {
        throw new IOException(String.join(" ", tool.command()) + " printed nothing");
      }
      return printed;
    } finally {
      Files.delete(output);
    }
  }

  private static Set<Hit> ours(Object json, Path root) {
    Set<Hit> hits = new HashSet<>();
    for (Object report : json instanceof List ? Json.list(json) : List.of(json)) {
      Path file = root.resolve((String) Json.object(report).get("config_path"));
      for (Object element : Json.list(Json.object(report).get("findings"))) {
        Map<String, Object> finding = Json.object(element);
        Map<String, Object> place =
            Json.object(Json.object(finding.get("extensions")).get("location"));
        if (finding.get("finding_type").equals("hardcoded_secret")) {
          hits.add(new Hit(file, line(place)));
        }
      }
    }
    return hits;
  }

  private static Set<Hit> secretlint(Object json, Path root) {
    Set<Hit> hits = new HashSet<>();
    for (Object result : Json.list(json)) {
      Path file = root.resolve((String) Json.object(result).get("filePath"));
      for (Object message : Json.list(Json.object(result).get("messages"))) {
        Map<String, Object> place = Json.object(Json.object(message).get("loc"));
        hits.add(new Hit(file, line(Json.object(place.get("start")))));
      }
    }
    return hits;
  }

  private static Set<Hit> agentshield(Object json, Path root) {
    Set<Hit> hits = new HashSet<>();
    for (Object element : Json.list(Json.object(json).get("findings"))) {
      Map<String, Object> finding = Json.object(element);
      if (finding.get("category").equals("secrets") && finding.get("line") != null) {
        hits.add(new Hit(root.resolve((String) finding.get("file")), line(finding)));
      }
    }
    return hits;
  }

  private static Set<Hit> shipSafe(Object json, Path root) {
    Set<Hit> hits = new HashSet<>();
    for (Object element : Json.list(Json.object(json).get("findings"))) {
      Map<String, Object> finding = Json.object(element);
      if (finding.get("category").equals("secret")) {
        hits.add(new Hit(root.resolve((String) finding.get("file")), line(finding)));
      }
    }
    return hits;
  }

  private static int line(Map<String, Object> place) {
    return ((Double) place.get("line")).intValue();
  }
}
