package io.svc.server.commands;

import io.svc.server.json.Json;
import io.svc.server.policies.dsl.PolicyProblem;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "policy validate",
    description = "Validates policy files: errors, warnings, and embedded tests.")
final class PolicyValidateCommand implements ServerCommand {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Policy files, one policy per file.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "Output format. Default: text.")
  private String format = "text";

  /** Authors of policies may not have the settings of the server. */
  @Override
  public boolean readsConfig() {
    return false;
  }

  @Override
  public ServerExitCode run(CommandInvocation call) {
    OutputFormat output = OutputFormat.of(format);
    List<PolicyFile> checked = PolicyFile.check(call, files);
    boolean isValid = checked.stream().allMatch(PolicyFile::valid);
    if (output == OutputFormat.JSON) {
      call.out().println(Json.text(new Output(isValid && checked.size() == files.size(), checked)));
    } else {
      checked.forEach(file -> print(call, file));
    }
    return PolicyFile.exitCode(files, checked, isValid);
  }

  private static void print(CommandInvocation call, PolicyFile file) {
    for (PolicyProblem problem : file.errors()) {
      call.out().println(file.line(problem));
    }
    for (PolicyProblem problem : file.warnings()) {
      call.out().println(file.line(problem));
    }
    call.out().println(file.file() + ": " + verdict(file));
  }

  private static String verdict(PolicyFile file) {
    if (!file.valid()) {
      return Quantity.of(file.errors().size(), "error");
    }
    return "valid, "
        + Quantity.of(file.summary().map(summary -> summary.ruleCount()).orElse(0), "rule")
        + ", "
        + Quantity.of(file.tests().size(), "test")
        + ", "
        + Quantity.of(file.warnings().size(), "warning");
  }

  /** The JSON output. */
  record Output(boolean valid, List<PolicyFile> files) {}
}
