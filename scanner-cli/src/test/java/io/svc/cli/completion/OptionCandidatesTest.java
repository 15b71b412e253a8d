package io.svc.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandTree;
import io.svc.report.CheckCatalog;
import io.svc.report.Renderers;
import io.svc.scanner.client.McpClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

class OptionCandidatesTest {
  private static List<ArgSpec> arguments(CommandSpec spec) {
    List<ArgSpec> arguments = new ArrayList<>(spec.args());
    for (CommandLine child : spec.subcommands().values()) {
      arguments.addAll(arguments(child.getCommandSpec()));
    }
    return arguments;
  }

  private static ArgSpec option(String command, String name) {
    return CommandTree.root().getSubcommands().get(command).getCommandSpec().findOption(name);
  }

  @Test
  void every_label_in_the_help_says_what_a_shell_may_offer() {
    Set<String> unknown = new TreeSet<>();
    for (ArgSpec argument : arguments(CommandTree.root().getCommandSpec())) {
      boolean takesValue = argument.typeInfo().getType() != boolean.class;
      String label = argument.paramLabel().split("[^A-Z_]", 2)[0];
      if (takesValue
          && argument.completionCandidates() == null
          && OptionCandidates.ofLabel(label, argument.command()).isEmpty()) {
        unknown.add(argument.paramLabel());
      }
    }

    assertThat(unknown).as("labels to be added to OptionCandidates").isEmpty();
  }

  @Test
  void values_are_those_that_the_command_takes() {
    assertThat(OptionCandidates.of(option("scan", "--format")))
        .isEqualTo(CompletionCandidates.of(Renderers.formats()));
    assertThat(OptionCandidates.of(option("clients", "--format")))
        .isEqualTo(CompletionCandidates.of(List.of("table", "json")));
    assertThat(OptionCandidates.of(option("scan", "--source")))
        .isEqualTo(CompletionCandidates.of(McpClients.labels()));
    assertThat(OptionCandidates.of(option("scan", "--severity-threshold")))
        .isEqualTo(CompletionCandidates.of(List.of("info", "low", "medium", "high", "critical")));
    assertThat(OptionCandidates.of(option("scan", "--suppress")))
        .isEqualTo(CompletionCandidates.of(List.copyOf(CheckCatalog.findingTypes())));
    assertThat(OptionCandidates.of(option("scan", "--config")))
        .isEqualTo(CompletionCandidates.FILES);
    assertThat(OptionCandidates.of(option("scan", "--rules")))
        .isEqualTo(CompletionCandidates.DIRECTORIES);
    assertThat(OptionCandidates.of(option("scan", "--org-id"))).isEqualTo(CompletionCandidates.ANY);
    assertThat(OptionCandidates.ofLabel("ID", CommandSpec.create()).orElseThrow().words())
        .contains("unpinned_package", "secrets/github-pat")
        .hasSizeGreaterThan(400);
  }
}
