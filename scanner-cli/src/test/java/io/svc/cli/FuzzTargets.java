package io.svc.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineException;
import io.svc.baseline.BaselineFile;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.hook.HookFile;
import io.svc.cli.settings.ProjectSettings;
import io.svc.cli.settings.SettingsKeys;
import io.svc.cli.settings.SettingsReader;
import io.svc.cli.settings.SettingsSource;
import io.svc.cli.targets.IgnorePattern;
import io.svc.cli.targets.PathPattern;
import io.svc.cli.upload.ReportFile;
import io.svc.cli.upload.UploadException;
import io.svc.cli.upload.UploadFuzz;
import io.svc.report.CheckCatalog;
import io.svc.rules.AdvisoryIndex;
import io.svc.rules.OsvReader;
import io.svc.rules.RuleLoader;
import io.svc.rules.definition.InvalidDefinitionException;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ReadOutcome;
import io.svc.scanner.fix.AcceptedFindings;
import io.svc.scanner.fix.EnvFileText;
import io.svc.scanner.fix.FixOptions;
import io.svc.scanner.fix.FixPlan;
import io.svc.scanner.fix.Fixer;
import io.svc.scanner.fix.LockedVersions;
import io.svc.scanner.fix.PinSource.Pin;
import io.svc.scanner.fix.VariableNames;
import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.ScanSettings;
import io.svc.scanner.scan.Scanner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every reader of the scanner and its command, and the writers that what is read ends in. */
final class FuzzTargets {
  /** Not a known format, so that it is hidden only where it was found. */
  static final String SECRET = "q7Kx9mWv2RtY5nPz8LbC";

  private static final JsonFactory JSON = new JsonFactory();

  static final List<FuzzTarget> ALL =
      List.of(
          new FuzzTarget("config-json", data -> scan("mcp.json", data)),
          new FuzzTarget("config-toml", data -> scan("config.toml", data)),
          new FuzzTarget("config-yaml", data -> scan("config.yaml", data)),
          new FuzzTarget("config-any", data -> scan("mcp.conf", data)),
          new FuzzTarget("outputs", FuzzTargets::outputs),
          new FuzzTarget("settings", FuzzTargets::settings),
          new FuzzTarget("rule", FuzzTargets::rule),
          new FuzzTarget("baseline", FuzzTargets::baseline),
          new FuzzTarget("report", FuzzTargets::report),
          new FuzzTarget("advisory", FuzzTargets::advisory),
          new FuzzTarget("env-file", FuzzTargets::envFile),
          new FuzzTarget("ignore", FuzzTargets::ignore),
          new FuzzTarget("lock-file", FuzzTargets::lockFile),
          new FuzzTarget("hook", FuzzTargets::hook),
          new FuzzTarget("answer", data -> UploadFuzz.answer(new String(data, UTF_8))),
          new FuzzTarget("service-address", data -> UploadFuzz.address(new String(data, UTF_8))));

  private FuzzTargets() {}

  static FuzzTarget of(String name) {
    return ALL.stream()
        .filter(target -> target.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"" + name + "\" is no target; expected one of " + names()));
  }

  static List<String> names() {
    return ALL.stream().map(FuzzTarget::name).toList();
  }

  private static ScanOutcome outcome(Scanner scanner, String name) {
    return scanner.scan(new ScanRequest(Path.of(name), Optional.empty()));
  }

  private static Scanner scanner(byte[] data) {
    return new Scanner(
        ScanSettings.standard()
            .withFileModes(program -> false)
            .withContents(path -> new ByteArrayInputStream(data)));
  }

  /** Reads, looks for findings, works out what mends them, and writes one of the formats. */
  private static void scan(String name, byte[] data) throws Exception {
    Scanner scanner = scanner(data);
    if (outcome(scanner, name) instanceof ScanOutcome.Scanned scanned) {
      FuzzOutputs.checkFormat(scanned.report(), Arrays.hashCode(data));
      fix(scanner, scanned, data, name);
    }
  }

  /** What was mended can be read, and mending it once more changes nothing. */
  private static void fix(Scanner scanner, ScanOutcome.Scanned scanned, byte[] data, String name) {
    Optional<FixPlan> plan = fixer(scanner).plan(scanned.config(), data, true);
    if (plan.isPresent() && plan.get().changesFile()) {
      byte[] mended = plan.get().bytes();
      ReadOutcome outcome = ConfigReader.read(Path.of(name), mended, Optional.empty());
      if (!(outcome instanceof ReadOutcome.Parsed)) {
        throw new AssertionError("what was mended cannot be read");
      }
    }
  }

  private static Fixer fixer(Scanner scanner) {
    FixOptions options =
        new FixOptions(
            CheckCatalog.findingTypes(),
            false,
            Optional.empty(),
            use -> new Pin(Optional.of("1.2.3"), "a test"),
            AcceptedFindings.of(List.of()));
    return new Fixer(scanner::subject, new VariableNames(Map.of(), Set.of()), options);
  }

  /** Any text in any place of a config, beside a secret: every output is whole and without it. */
  private static void outputs(byte[] data) throws Exception {
    String[] texts = new String(data, UTF_8).split("\n", 8);
    StringWriter config = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(config)) {
      json.writeStartObject();
      json.writeObjectFieldStart("mcpServers");
      json.writeObjectFieldStart(text(texts, 0));
      json.writeStringField("command", text(texts, 1));
      json.writeArrayFieldStart("args");
      json.writeString(text(texts, 2));
      json.writeString(text(texts, 3));
      json.writeString("--token=" + SECRET);
      json.writeEndArray();
      json.writeObjectFieldStart("env");
      json.writeStringField("API_TOKEN", SECRET);
      json.writeStringField("X" + text(texts, 4), text(texts, 5) + " " + SECRET);
      json.writeEndObject();
      json.writeStringField("url", text(texts, 6));
      json.writeStringField("description", text(texts, 7));
      json.writeEndObject();
      json.writeEndObject();
      json.writeEndObject();
    }
    byte[] bytes = config.toString().getBytes(UTF_8);
    // The secret itself as a name of something is no value that could be hidden from its reader.
    if (new String(data, UTF_8).contains(SECRET)) {
      return;
    }
    if (outcome(scanner(bytes), "mcp.json") instanceof ScanOutcome.Scanned scanned) {
      FuzzOutputs.check(scanned.report(), SECRET);
    }
  }

  private static String text(String[] texts, int index) {
    return index < texts.length ? texts[index] : "x";
  }

  private static void settings(byte[] data) {
    SettingsSource source =
        new SettingsSource(
            ProjectSettings.FILE,
            true,
            false,
            ProjectSettings.NAME,
            Path.of(""),
            Path.of("/home/dana"));
    try {
      new SettingsReader(source, SettingsKeys.all(), CheckCatalog.findingTypes())
          .parse(new String(data, UTF_8));
    } catch (UserErrorException e) {
      requireSentence(e);
    }
  }

  private static void rule(byte[] data) {
    try {
      RuleLoader.load("rule.yaml", new String(data, UTF_8));
    } catch (InvalidDefinitionException e) {
      requireSentence(e);
    }
  }

  private static void baseline(byte[] data) throws IOException {
    Path file = Temporary.FILE;
    Files.write(file, data);
    try {
      Baseline read = BaselineFile.read(file);
      Files.writeString(file, BaselineFile.toJson(read));
      if (!BaselineFile.read(file).equals(read)) {
        throw new AssertionError("what was written is not read as it was");
      }
    } catch (BaselineException e) {
      requireSentence(e);
    }
  }

  private static final class Temporary {
    private static final Path FILE = create(".json");
    private static final Path HOOK = create(".hook");

    private static Path create(String end) {
      try {
        Path file = Files.createTempFile("fuzz", end);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        file.toFile().deleteOnExit();
        return file;
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  private static void report(byte[] data) {
    try {
      for (ReportFile.Report report :
          new ReportFile("r.json", Optional.of("org")).read(new String(data, UTF_8))) {
        FuzzOutputs.requireJson("a report to send", report.json());
      }
    } catch (UploadException e) {
      requireSentence(e);
    }
  }

  private static void advisory(byte[] data) {
    String text = new String(data, UTF_8);
    try {
      new OsvReader(OsvReader.noAdvisories()).read(text);
    } catch (IllegalArgumentException e) {
      requireSentence(e);
    }
    try {
      AdvisoryIndex.parse(text);
    } catch (IllegalArgumentException e) {
      requireSentence(e);
    }
  }

  /** What is written to a file of variables is read as it was meant, behind whatever was there. */
  private static void envFile(byte[] data) {
    String text = new String(data, UTF_8);
    EnvFileText before = new EnvFileText(text);
    if (before.lineOfOpenQuote().isPresent()
        || before.values().containsKey("FUZZ_ADDED")
        || before.unknown().contains("FUZZ_ADDED")) {
      return;
    }
    EnvFileText after = new EnvFileText(before.with(Map.of("FUZZ_ADDED", "a b\"c")));
    if (!"a b\"c".equals(after.values().get("FUZZ_ADDED"))
        || !after.values().entrySet().containsAll(before.values().entrySet())) {
      throw new AssertionError("a variable was lost");
    }
  }

  /** The first line is a path, all others are patterns. */
  private static void ignore(byte[] data) {
    String[] lines = new String(data, UTF_8).split("\n", -1);
    List<String> path = List.of(IgnorePattern.bytewise(lines[0]).split("/", -1));
    for (int i = 1; i < lines.length; i++) {
      String line = lines[i];
      IgnorePattern.parse(IgnorePattern.bytewise(line))
          .ifPresent(pattern -> pattern.matches(path, line.length() % 2 == 0));
      new PathPattern(line).matches(lines[0]);
    }
  }

  /** The same text as each lock file that there is; versions are words. */
  private static void lockFile(byte[] data) {
    String text = new String(data, UTF_8);
    List<String> names = new ArrayList<>(LockedVersions.NODE);
    names.addAll(LockedVersions.PYTHON);
    for (String name : names) {
      for (String version : LockedVersions.in(name, text, suggestion -> true)) {
        if (version.isBlank() && !name.endsWith(".json")) {
          throw new AssertionError(name + " has a version without a letter");
        }
      }
    }
    LockedVersions.ofPackage(text);
  }

  /** Our lines go into a hook and out of it, and leave it as it was. */
  private static void hook(byte[] data) throws IOException {
    String before = new String(data, ISO_8859_1);
    if (before.contains("svc-preflight")) {
      return;
    }
    Path file = Temporary.HOOK;
    Files.write(file, data);
    try {
      HookFile.read(file).install("svc-preflight scan --staged\n");
    } catch (UserErrorException e) {
      requireSentence(e);
      return;
    }
    HookFile installed = HookFile.read(file);
    if (!installed.isInstalled() || installed.install("svc-preflight scan --staged\n")) {
      throw new AssertionError("what was installed is not there");
    }
    installed.uninstall();
    String after = Files.readString(file, ISO_8859_1);
    if (!after.equals(before) && !after.equals(before + "\n")) {
      throw new AssertionError("a hook is left as " + after);
    }
  }

  /** What people are told has a message in words, not the name of a class. */
  private static void requireSentence(Exception problem) {
    String message = String.valueOf(problem.getMessage());
    if (message.isBlank() || message.startsWith("java.") || message.equals("null")) {
      throw new AssertionError("no message for people: " + message, problem);
    }
  }
}
