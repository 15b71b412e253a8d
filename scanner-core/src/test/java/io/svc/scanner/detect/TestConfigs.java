package io.svc.scanner.detect;

import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ReadOutcome.Parsed;
import io.svc.scanner.redact.SecretFormatMatcher;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Config files, written in a test, as the detectors see them. */
public final class TestConfigs {
  private static final SecretFormatMatcher FORMATS = new SecretFormatMatcher(RuleCatalog.bundled());

  /** What people have: every kind of server, and nothing wrong with any of them. */
  public static final String CLEAN =
      """
      {
        "mcpServers": {
          "calendar": {
            "command": "npx",
            "args": ["-y", "@acme/calendar-mcp@1.4.2", "--api-key", "${CALENDAR_API_KEY}"],
            "env": {"MAX_TOKENS": "4096", "LOG_LEVEL": "info", "GITHUB_TOKEN": "${GITHUB_TOKEN}"}
          },
          "weather": {
            "command": "uvx",
            "args": ["weather-mcp==2.0.1"],
            "autoApprove": []
          },
          "notes": {
            "command": "docker",
            "args": ["run", "-i", "--rm", "-e", "NOTES_TOKEN", "acme/notes:1.0.0@sha256:%s"]
          },
          "tickets": {
            "type": "http",
            "url": "https://mcp.acme.test/v1/mcp",
            "headers": {"Authorization": "Bearer ${TICKETS_TOKEN}"}
          },
          "build": {
            "command": "/usr/local/bin/build-mcp",
            "args": ["--project", "${workspaceFolder}"]
          }
        }
      }
      """
          .formatted("0123456789abcdef".repeat(4));

  private TestConfigs() {}

  public static DetectionSubject of(String json) {
    return at(Path.of("mcp.json"), json, Optional.empty(), path -> false);
  }

  /** A file of a client. */
  public static DetectionSubject of(String source, String json) {
    return at(Path.of("mcp.json"), json, Optional.of(source), path -> false);
  }

  /** An instruction file of a client. */
  public static DetectionSubject instructions(String path, String text) {
    return at(Path.of(path), text, Optional.empty(), file -> false);
  }

  /** A script of a skill. */
  public static DetectionSubject script(String path, String text) {
    var outcome =
        ConfigReader.readScript(
            Path.of(path), text.getBytes(StandardCharsets.UTF_8), Optional.empty());
    return new DetectionSubject(((Parsed) outcome).config(), FORMATS, file -> false);
  }

  public static DetectionSubject at(
      Path path, String text, Optional<String> source, LocalMachine machine) {
    var outcome = ConfigReader.read(path, text.getBytes(StandardCharsets.UTF_8), source);
    return new DetectionSubject(((Parsed) outcome).config(), FORMATS, machine);
  }

  /** A file with one server, named {@code probe}, of the given entry. */
  public static DetectionSubject server(String entry) {
    return of("{\"mcpServers\": {\"probe\": " + entry + "}}");
  }

  /** A file with one server that is started by a command line, split at blanks. */
  public static DetectionSubject command(String line) {
    return words(line.split(" ", -1));
  }

  /** A file with one server that is started by the given words. */
  public static DetectionSubject words(String... words) {
    return server(
        "{\"command\": %s, \"args\": [%s]}"
            .formatted(
                quoted(words[0]),
                List.of(words).subList(1, words.length).stream()
                    .map(TestConfigs::quoted)
                    .collect(Collectors.joining(", "))));
  }

  /** A file with one server that has one environment variable. */
  public static DetectionSubject env(String name, String value) {
    return server("{\"command\": \"x\", \"env\": {%s: %s}}".formatted(quoted(name), quoted(value)));
  }

  public static DetectionSubject url(String url) {
    return server("{\"url\": %s}".formatted(quoted(url)));
  }

  /** A text as JSON has it. */
  public static String quoted(String text) {
    return "\""
        + text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t")
        + "\"";
  }

  /** How bad a check finds a file, one word for each detection. */
  public static List<Severity> severities(Detector detector, DetectionSubject subject) {
    return detector.detect(subject).stream().map(DetectedProblem::severity).toList();
  }
}
