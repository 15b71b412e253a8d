package io.svc.cli.completion;

import io.svc.report.CheckCatalog;
import io.svc.report.Renderers;
import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.client.McpClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Maps the value labels in the help to the values that a shell can offer. The labels exist anyway,
 * so a scan pays no extra cost. An option whose values differ from its label declares its own
 * completion candidates.
 */
final class OptionCandidates {
  private OptionCandidates() {}

  /**
   * Returns the values for an option or a positional parameter; any text if its label is unknown.
   */
  static CompletionCandidates of(ArgSpec spec) {
    if (spec.completionCandidates() != null) {
      List<String> words = new ArrayList<>();
      spec.completionCandidates().forEach(words::add);
      return CompletionCandidates.of(words);
    }
    // "FORMAT[=PATH]" starts with a format.
    return ofLabel(spec.paramLabel().split("[^A-Z_]", 2)[0], spec.command())
        .orElse(CompletionCandidates.ANY);
  }

  /** Returns the values for a label; empty if the label is unknown. */
  static Optional<CompletionCandidates> ofLabel(String label, CommandSpec command) {
    return Optional.ofNullable(
        switch (label) {
          case "PATH" -> CompletionCandidates.FILES;
          case "DIR" -> CompletionCandidates.DIRECTORIES;
          case "FORMAT" -> CompletionCandidates.of(Renderers.formats());
          case "LEVEL" -> CompletionCandidates.of(severities());
          case "NAME" -> CompletionCandidates.of(McpClients.labels());
          case "FINDING_TYPE" -> CompletionCandidates.of(List.copyOf(CheckCatalog.findingTypes()));
          case "ID" -> CompletionCandidates.of(checksAndRules());
          case "COMMAND" ->
              CompletionCandidates.of(List.copyOf(command.root().subcommands().keySet()));
          case "SHELL" -> CompletionCandidates.of(CompletionShells.shells());
          case "REPORT", "FILE" -> CompletionCandidates.FILES;
          case "ORG_ID",
              "SIZE",
              "TEXT",
              "DAY",
              "WHO",
              "FINGERPRINT",
              "URL",
              "KEY",
              "SECONDS",
              "TRIES",
              "REV" ->
              CompletionCandidates.ANY;
          default -> null;
        });
  }

  private static List<String> severities() {
    List<String> labels = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      labels.add(severity.label());
    }
    return labels;
  }

  /** A rule's file is named after its id. */
  private static List<String> checksAndRules() {
    List<String> ids = new ArrayList<>(CheckCatalog.findingTypes());
    for (String file : RuleCatalog.sources().keySet()) {
      if (file.startsWith("secrets/") && file.endsWith(".yaml")) {
        ids.add(file.substring(0, file.length() - ".yaml".length()));
      }
    }
    return ids;
  }
}
