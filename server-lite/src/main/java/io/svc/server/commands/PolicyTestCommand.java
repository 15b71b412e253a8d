package io.svc.server.commands;

import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import io.svc.server.policies.dsl.PolicyProblem;
import io.svc.server.policies.dsl.TestOutcome;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "policy test", description = "Runs the tests in policy files.")
final class PolicyTestCommand implements ServerCommand {
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

  @Override
  public boolean readsConfig() {
    return false;
  }

  @Override
  public ServerExitCode run(CommandInvocation call) {
    OutputFormat output = OutputFormat.of(format);
    List<PolicyFile> checked = PolicyFile.check(call, files);
    boolean passed = checked.stream().allMatch(PolicyTestCommand::passed);
    if (output == OutputFormat.JSON) {
      List<FileResult> reports = checked.stream().map(FileResult::of).toList();
      call.out().println(Json.text(new Output(passed && checked.size() == files.size(), reports)));
    } else {
      checked.forEach(file -> print(call, file));
    }
    return PolicyFile.exitCode(files, checked, passed);
  }

  /** A policy without tests does not pass. */
  private static boolean passed(PolicyFile file) {
    return file.valid() && !file.tests().isEmpty();
  }

  private static void print(CommandInvocation call, PolicyFile file) {
    for (PolicyProblem problem : file.errors()) {
      call.out().println(file.line(problem));
    }
    for (TestOutcome test : file.tests()) {
      if (test.passed()) {
        call.out()
            .println(file.file() + ":" + test.line() + ": passed: " + SafeText.of(test.name()));
      }
    }
    long failed = file.tests().stream().filter(test -> !test.passed()).count();
    call.out()
        .println(
            file.file()
                + ": "
                + (file.tests().isEmpty()
                    ? "no test was run"
                    : Quantity.of(file.tests().size() - failed, "test")
                        + " passed, "
                        + failed
                        + " failed"));
  }

  /** The JSON output. */
  record Output(boolean passed, List<FileResult> files) {}

  /** The result for one file. */
  record FileResult(
      String file, boolean passed, List<TestOutcome> tests, List<PolicyProblem> errors) {
    static FileResult of(PolicyFile file) {
      return new FileResult(
          file.file(), PolicyTestCommand.passed(file), file.tests(), file.errors());
    }
  }
}
