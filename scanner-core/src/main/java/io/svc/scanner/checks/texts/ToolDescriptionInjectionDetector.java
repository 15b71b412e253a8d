package io.svc.scanner.checks.texts;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.redact.FieldName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Detects prompt injection in names, descriptions and instructions that a client may pass to its
 * model. This is tool poisoning, as described by Invariant Labs in 2025.
 */
public final class ToolDescriptionInjectionDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "content/tool-description-injection",
          "tool_description_injection",
          Severity.HIGH,
          "a text in the file contains instructions to the model",
          "Delete the text and find out where it came from. Do not use the {part} before that.");

  /** Members that a client runs, calls or passes on, but does not show to its model. */
  private static final Set<String> NO_PROSE =
      WordListParser.set(
          """
          command cmd args arguments env environment envs headers http_headers url serverUrl httpUrl
          uri cwd""");

  private static final Set<String> DEFINITIONS = Set.of("tools", "prompts", "resources");

  /** Keys outside of a server that contain servers or message histories. */
  private static final Set<String> OTHER_THINGS =
      WordListParser.set(
          """
          mcpServers mcp_servers context_servers modelContextProtocolServers servers env history
          tipsHistory""");

  /** Words in the names of fields, options and variables that contain prose for the model. */
  private static final Set<String> PROSE_WORDS =
      WordListParser.set(
          """
          description instruction instructions prompt prompts system persona rules guidelines
          template message note notes comment title name summary hint help""");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Findings findings = new Findings(new HashSet<>(), detections);
    for (McpServer server : subject.config().servers()) {
      findings.addServer(server);
    }
    if (subject.config().root() instanceof ConfigObject root) {
      findings.addSettings(root);
    }
    return detections;
  }

  private static boolean isProseField(String name) {
    for (String word : FieldName.of(name).words()) {
      if (PROSE_WORDS.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /** The findings in a file. Entries outside of the map of servers are visited twice. */
  private record Findings(Set<Location> reported, List<DetectedProblem> detections) {

    void addServer(McpServer server) {
      if (InjectionText.mayBeOrder(server.name())) {
        add("The server's name", server.name(), server.nameLocation(), server.name());
      }
      walk(server.entry(), server.name(), false);
      for (NamedText variable : server.env()) {
        if (isProseField(variable.name())) {
          add(variable.value(), server.name());
        }
      }
      String previous = "";
      for (Word word : server.launch().arguments()) {
        String text = word.text();
        int equals = text.startsWith("-") ? text.indexOf('=') : -1;
        if (isProseField(equals > 0 ? text.substring(0, equals) : previous)) {
          add(word.origin(), server.name());
        }
        previous = text.startsWith("-") ? text : "";
      }
    }

    /** Visits all texts and names in a server's entry, because any may belong to a tool. */
    private void walk(ConfigNode node, String server, boolean isTool) {
      if (node instanceof ConfigText text) {
        add(text, server);
      } else if (node instanceof ConfigList list) {
        for (ConfigNode element : list.elements()) {
          walk(element, server, isTool);
        }
      } else if (node instanceof ConfigObject object) {
        for (Member member : object.members()) {
          // A tool may have a parameter of any name, with a description.
          if (isTool || !NO_PROSE.contains(member.name())) {
            if (InjectionText.mayBeOrder(member.name())) {
              add("The name of a setting", member.name(), member.location(), server);
            }
            walk(member.value(), server, isTool || DEFINITIONS.contains(member.name()));
          }
        }
      }
    }

    /** Adds members outside of servers, only those whose name indicates prose for the model. */
    void addSettings(ConfigObject object) {
      for (Member member : object.members()) {
        if (!OTHER_THINGS.contains(member.name())) {
          addSetting(member.name(), member.value());
        }
      }
    }

    private void addSetting(String key, ConfigNode value) {
      if (value instanceof ConfigObject child) {
        addSettings(child);
      } else if (value instanceof ConfigList list) {
        for (ConfigNode element : list.elements()) {
          addSetting(key, element);
        }
      } else if (value instanceof ConfigText text && isProseField(key)) {
        add(text, "");
      }
    }

    private void add(ConfigText text, String server) {
      if (!InjectionText.mayBeOrder(text.text())) {
        return;
      }
      boolean isElement = text.parent().orElse(text) instanceof ConfigList;
      String key = isElement ? text.parent().orElse(text).key() : text.key();
      add("`" + key + "`", text.text(), text.location(), server);
    }

    private void add(String description, String text, Location location, String server) {
      InjectionScore score = InjectionText.judge(text);
      if (score.isOrder() && reported.add(location)) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server,
                location,
                description
                    + " instructs the model "
                    + InjectionScore.joined(score.words())
                    + ". Models can follow it as an instruction."));
      }
    }
  }
}
