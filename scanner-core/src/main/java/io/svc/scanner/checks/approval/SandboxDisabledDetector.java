package io.svc.scanner.checks.approval;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.Commands;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.ContainerRun.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects programs that run without their sandbox or without approval prompts, in a server's
 * launch, its entry and the client's settings. A program in a container may disable its sandbox,
 * because the container is a sandbox.
 */
public final class SandboxDisabledDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "approval/sandbox-disabled",
          "sandbox_disabled",
          Severity.MEDIUM,
          "a sandbox or safeguard is disabled",
          "Remove the option. Grant only the missing permission, or run the program in a"
              + " container.");

  /**
   * Keys of servers, which are checked individually, and of objects that contain no client
   * settings.
   */
  private static final Set<String> OTHER_THINGS =
      WordListParser.set(
          """
          mcpServers mcp_servers context_servers modelContextProtocolServers servers mcp extensions
          env environment envs headers http_headers inputs history""");

  /** Settings that the approval check reports at the top level of a file. */
  private static final Set<String> REPORTED_BY_APPROVAL_CHECK =
      Set.of("dangerouslySkipPermissions", "bypassPermissions");

  private static final int DEEPEST = 5;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Set<Location> reported = new HashSet<>();
    Set<String> consequences = new HashSet<>();
    for (McpServer server : subject.config().entries()) {
      consequences = consequences.isEmpty() ? consequences : new HashSet<>();
      Findings findings = new Findings(subject, server.name(), reported, consequences, detections);
      findings.addLaunches(server);
      findings.addSettings(server.entry(), 1);
    }
    if (subject.config().root() instanceof ConfigObject root) {
      new Findings(subject, "", reported, new HashSet<>(), detections).addSettings(root, 0);
    }
    return detections;
  }

  /** The findings of a server or of a file's settings, one per location. */
  private record Findings(
      DetectionSubject subject,
      String server,
      Set<Location> reported,
      Set<String> consequences,
      List<DetectedProblem> detections) {

    void addLaunches(McpServer entry) {
      Optional<ContainerRun> container = Optional.empty();
      for (Launch launch : subject.commands(entry)) {
        Optional<ContainerRun> run = subject.facts(entry).container(launch);
        if (run.isPresent()) {
          container = run;
          for (Option option : run.get().options()) {
            addContained(option);
          }
        } else if (container.isEmpty() || !container.get().contains(launch)) {
          addWords(launch);
        }
      }
      for (NamedText variable : entry.env()) {
        if (container.isEmpty() || isAboutLogin(variable.name())) {
          addVariable(variable.name(), variable.text(), variable.value());
        }
      }
    }

    /** A port without login is open even if the program is in a container. */
    private void addContained(Option option) {
      int equals = option.value().indexOf('=');
      boolean isVariable = option.name().equals("-e") || option.name().equals("--env");
      if (isVariable && equals > 0 && isAboutLogin(option.value().substring(0, equals))) {
        addVariable(
            option.value().substring(0, equals),
            option.value().substring(equals + 1),
            option.word().origin());
      }
    }

    private static boolean isAboutLogin(String name) {
      return name.contains("DANGEROUSLY") && name.contains("AUTH");
    }

    private void addWords(Launch launch) {
      List<Word> words = launch.words();
      int script =
          Commands.POSIX_SHELLS.contains(launch.program()) ? Commands.scriptOfShell(words) : 0;
      boolean isDeno = launch.program().equals("deno");
      for (int i = 0; i < words.size() && script == 0; i++) {
        String text = words.get(i).text();
        int equals = text.indexOf('=');
        String next = i + 1 < words.size() ? words.get(i + 1).text() : "";
        String name = equals > 0 ? text.substring(0, equals) : text;
        String value = equals > 0 ? text.substring(equals + 1) : next.startsWith("-") ? "" : next;
        boolean isOption = text.startsWith("-") || equals > 0;
        isDeno &= i < 2 || isOption;
        if (isDeno && SafeguardSettings.isAllOfDeno(text)) {
          reportOnce("--allow-all", words.get(i).origin());
        } else if (isOption && SafeguardSettings.isOffByOption(name, value)) {
          reportOnce(name, words.get(i).origin());
        } else if (equals > 0) {
          addFlagsWithin(value, words.get(i).origin());
        }
      }
    }

    private void addVariable(String name, String value, ConfigText origin) {
      if (SafeguardSettings.isOffByVariable(name, value)) {
        reportOnce(name, origin);
      } else {
        addFlagsWithin(value, origin);
      }
    }

    private void addFlagsWithin(String value, ConfigText origin) {
      Optional<String> flag = SafeguardSettings.offSwitchWithin(value);
      if (flag.isPresent()) {
        reportOnce(flag.get(), origin);
      }
    }

    void addSettings(ConfigObject object, int depth) {
      for (Member member : object.members()) {
        String name = member.name();
        boolean isReportedByOtherCheck = depth == 0 && REPORTED_BY_APPROVAL_CHECK.contains(name);
        if (member.value() instanceof ConfigText text) {
          if (!isReportedByOtherCheck && SafeguardSettings.isOffBySetting(name, text.text())) {
            report(name, text);
          }
        } else if (member.value() instanceof ConfigObject child
            && depth < DEEPEST
            && !OTHER_THINGS.contains(name)) {
          if (SafeguardSettings.isSandbox(name)) {
            addSwitch(name, child, "enabled");
            addSwitch(name, child, "mode");
          }
          addSettings(child, depth + 1);
        }
      }
    }

    private void addSwitch(String name, ConfigObject sandbox, String key) {
      ConfigNode value = sandbox.find(key).orElse(null);
      if (value instanceof ConfigText text
          && SafeguardSettings.isOffBySetting("sandbox", text.text())) {
        report(name + "." + key, text);
      }
    }

    /** Switches with the same consequence in one launch are reported once. */
    private void reportOnce(String name, ConfigText origin) {
      if (consequences.add(SafeguardSettings.consequence(name))) {
        report(name, origin);
      }
    }

    private void report(String name, ConfigText origin) {
      if (reported.add(origin.location())) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server,
                origin.location(),
                "`"
                    + subject.redactor().redact(origin, name)
                    + "` "
                    + SafeguardSettings.consequence(name)
                    + "."));
      }
    }
  }
}
