package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects commands of a client, such as hooks, that send files, variables, the output of other
 * commands or their own input to another host, and hooks that send each event to an address.
 */
public final class DataExfiltrationDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/data-exfiltration",
          "data_exfiltration",
          Severity.HIGH,
          "a command of the client sends data to another host",
          "Remove the command, and find out who added it. If the transfer is intended, send only"
              + " fixed texts, or send the data to a host of your own network.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer entry : subject.config().clientEntries()) {
      Set<String> hosts = new HashSet<>();
      for (DataTransfer transfer : DataTransfer.in(subject.facts(entry).words())) {
        if (hosts.add(transfer.host().name())) {
          detections.add(ofCommand(subject, entry, transfer));
        }
      }
      Optional<ConfigText> url = entry.url();
      if (url.isPresent()) {
        Optional<DataTransfer> transfer = DataTransfer.toAddress(url.get());
        if (transfer.isPresent()) {
          // A log of all events on a server of the company is the documented purpose of such hooks.
          detections.add(ofAddress(subject, entry, transfer.get()));
        }
      }
    }
    return detections;
  }

  private static DetectedProblem ofCommand(
      DetectionSubject subject, McpServer entry, DataTransfer transfer) {
    return withSeverity(
        transfer,
        Severity.HIGH,
        DetectedProblem.of(
            CHECK,
            entry.name(),
            transfer.origin().location(),
            "The "
                + entry.noun()
                + " sends "
                + transfer.data()
                + " to "
                + shown(subject, transfer)
                + " with `"
                + transfer.program()
                + "`."));
  }

  private static DetectedProblem ofAddress(
      DetectionSubject subject, McpServer entry, DataTransfer transfer) {
    return withSeverity(
        transfer,
        Severity.MEDIUM,
        DetectedProblem.of(
            CHECK,
            entry.name(),
            transfer.origin().location(),
            "The "
                + entry.noun()
                + " sends each event, with prompts and the input of tools, to "
                + shown(subject, transfer)
                + "."));
  }

  private static DetectedProblem withSeverity(
      DataTransfer transfer, Severity usual, DetectedProblem detection) {
    return detection.withSeverity(transfer.host().isInLocalNetwork() ? Severity.LOW : usual);
  }

  private static String shown(DetectionSubject subject, DataTransfer transfer) {
    String host = transfer.host().written();
    return transfer.host().isReference()
        ? "an address that a variable contains"
        : "`" + subject.redactor().redact(transfer.origin(), host) + "`";
  }
}
