package io.svc.scanner.checks.network;

import io.svc.rules.Severity;
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
 * Detects servers that listen on all network interfaces of this machine. This is normal in a
 * container with its own network, where the engine controls the published ports.
 */
public final class WildcardBindDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "transport/wildcard-bind",
          "wildcard_bind",
          Severity.MEDIUM,
          "a server listens on every network interface",
          "Bind the server to 127.0.0.1. If others need access, put a proxy with TLS and"
              + " authentication in front of it.");

  private static final Set<String> SUBCOMMANDS = Set.of("runserver", "serve");
  private static final Set<String> SETTERS = Set.of("export", "set", "env");
  private static final Set<String> PRINTERS = Set.of("echo", "printf");
  private static final Set<String> OPERATORS = Set.of("|", "||", "&", "&&", ";");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Set<Location> reported = new HashSet<>();
    for (McpServer server : subject.config().servers()) {
      reported = reported.isEmpty() ? reported : new HashSet<>();
      Findings findings = new Findings(subject, server, reported, detections);
      Optional<ContainerRun> container = Optional.empty();
      for (Launch launch : subject.commands(server)) {
        Optional<ContainerRun> run = subject.facts(server).container(launch);
        container = run.isPresent() ? run : container;
        if (run.isPresent()) {
          findings.addPorts(run.get());
        }
        boolean isWithin =
            run.isPresent() || (container.isPresent() && container.get().contains(launch));
        if (!isWithin || container.orElseThrow().isInHostNetwork()) {
          findings.addWords(launch);
        }
      }
      if (container.isEmpty() || container.get().isInHostNetwork()) {
        for (NamedText variable : server.env()) {
          findings.add(variable.name(), variable.text(), variable.value());
        }
      }
    }
    return detections;
  }

  /** The findings of one server, at most one per location. */
  private record Findings(
      DetectionSubject subject,
      McpServer server,
      Set<Location> reported,
      List<DetectedProblem> detections) {

    /** Adds ports that a container engine publishes explicitly on all interfaces. */
    void addPorts(ContainerRun run) {
      for (Option option : run.options()) {
        boolean isPort = option.name().equals("-p") || option.name().equals("--publish");
        if (isPort && WildcardAddress.is(option.value(), false)) {
          report(option.name(), option.value(), option.word().origin());
        }
      }
    }

    void addWords(Launch launch) {
      List<Word> words = launch.words();
      int script =
          Commands.POSIX_SHELLS.contains(launch.program()) ? Commands.scriptOfShell(words) : 0;
      if (script > 0) {
        // The commands of a script are separate launches, but without the assignments before them.
        addAssignments(words.get(script));
        return;
      }
      if (PRINTERS.contains(launch.program())) {
        return;
      }
      String previous = "";
      for (Word word : words) {
        String text = word.text();
        int equals = text.indexOf('=');
        if (equals > 0) {
          add(text.substring(0, equals), text.substring(equals + 1), word.origin());
        } else if (previous.startsWith("-")) {
          add(previous, text, word.origin());
        } else if (SUBCOMMANDS.contains(previous) && WildcardAddress.is(text, false)) {
          report(previous, text, word.origin());
        }
        previous = text;
      }
    }

    private void addAssignments(Word script) {
      boolean isBeforeProgram = true;
      for (String part : Launch.split(script.text())) {
        int equals = part.indexOf('=');
        if (OPERATORS.contains(part)) {
          isBeforeProgram = true;
        } else if (isBeforeProgram && equals > 0) {
          add(part.substring(0, equals), part.substring(equals + 1), script.origin());
        } else {
          isBeforeProgram &= SETTERS.contains(part);
        }
      }
    }

    /** Checks the value of a name, which may contain several addresses. */
    private void add(String name, String value, ConfigText origin) {
      int start = 0;
      for (int i = 0; i <= value.length(); i++) {
        if (i == value.length() || value.charAt(i) == ',' || value.charAt(i) == ';') {
          String part = value.substring(start, i).strip();
          if (listens(name, part)) {
            report(name, part, origin);
            return;
          }
          start = i + 1;
        }
      }
    }

    private static boolean listens(String name, String part) {
      // The name is checked last, because few values are wildcard addresses.
      boolean isUrl = part.contains("://");
      return WildcardAddress.is(isUrl ? WildcardAddress.hostOf(part) : part, true)
          && (isUrl ? ListenAddressName.denotesUrl(name) : ListenAddressName.denotesAddress(name));
    }

    private void report(String name, String address, ConfigText origin) {
      if (reported.add(origin.location())) {
        String joint = name.startsWith("--") ? "=" : name.startsWith("-") ? " " : "=";
        String shown = SUBCOMMANDS.contains(name) ? name + " " + address : name + joint + address;
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                origin.location(),
                "`"
                    + subject.redactor().redact(origin, shown)
                    + "` exposes the server on every network interface: anyone in the same network"
                    + " can call its tools."));
      }
    }
  }
}
