package io.svc.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandTree;
import io.svc.report.KnownChecks;
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

class OptionValuesTest {
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
          && OptionValues.ofLabel(label, argument.command()).isEmpty()) {
        unknown.add(argument.paramLabel());
      }
    }

    assertThat(unknown).as("labels to be added to OptionValues").isEmpty();
  }

  @Test
  void values_are_those_that_the_command_takes() {
    assertThat(OptionValues.of(option("scan", "--format")))
        .isEqualTo(Values.of(Renderers.formats()));
    assertThat(OptionValues.of(option("clients", "--format")))
        .isEqualTo(Values.of(List.of("table", "json")));
    assertThat(OptionValues.of(option("scan", "--source")))
        .isEqualTo(Values.of(McpClients.labels()));
    assertThat(OptionValues.of(option("scan", "--severity-threshold")))
        .isEqualTo(Values.of(List.of("info", "low", "medium", "high", "critical")));
    assertThat(OptionValues.of(option("scan", "--suppress")))
        .isEqualTo(Values.of(List.copyOf(KnownChecks.findingTypes())));
    assertThat(OptionValues.of(option("scan", "--config"))).isEqualTo(Values.FILES);
    assertThat(OptionValues.of(option("scan", "--rules"))).isEqualTo(Values.DIRECTORIES);
    assertThat(OptionValues.of(option("scan", "--org-id"))).isEqualTo(Values.ANY);
    assertThat(OptionValues.ofLabel("ID", CommandSpec.create()).orElseThrow().words())
        .contains("unpinned_package", "secrets/github-pat")
        .hasSizeGreaterThan(400);
  }
}
