package io.svc.server.ops;

import io.svc.server.logging.SafeText;
import io.svc.server.policies.dsl.PolicyCheckResult;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.policies.dsl.PolicyProblem;
import io.svc.server.policies.dsl.TestOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file that holds a policy, and what came of checking it. */
record PolicyFile(
    String file,
    boolean valid,
    List<PolicyProblem> errors,
    List<PolicyProblem> warnings,
    List<TestOutcome> tests,
    Optional<PolicyCheckResult.Summary> summary) {
  /** Larger ones are not even read; the language allows far less. */
  private static final long LARGEST = 1L << 20;

  /** Checks all files that can be read, and tells on standard error of those that cannot. */
  static List<PolicyFile> check(CommandCall call, List<String> names) {
    PolicyDsl dsl = new PolicyDsl();
    List<PolicyFile> files = new ArrayList<>();
    for (String name : names) {
      Path path = call.surroundings().directory().resolve(name);
      Optional<String> text = read(path, name, call);
      text.ifPresent(found -> files.add(of(name, dsl.check(found))));
    }
    return files;
  }

  private static PolicyFile of(String name, PolicyCheckResult checked) {
    return new PolicyFile(
        SafeText.of(name),
        checked.valid(),
        checked.errors(),
        checked.warnings(),
        checked.tests(),
        checked.summary());
  }

  private static Optional<String> read(Path path, String name, CommandCall call) {
    try {
      if (Files.size(path) > LARGEST) {
        refuse(call, name, "is larger than " + LARGEST + " bytes");
        return Optional.empty();
      }
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Files.readAllBytes(path)))
              .toString());
    } catch (CharacterCodingException e) {
      refuse(call, name, "is not UTF-8");
    } catch (IOException e) {
      refuse(call, name, "cannot be read; expected a file with a policy");
    }
    return Optional.empty();
  }

  private static void refuse(CommandCall call, String name, String why) {
    call.err().println("error: " + SafeText.quoted(name) + " " + why);
  }

  /** A problem as compilers tell it, so that editors find its place. */
  String line(PolicyProblem problem) {
    return file
        + ":"
        + problem.line()
        + ":"
        + problem.column()
        + ": "
        + problem.severity()
        + ": "
        + SafeText.of(problem.message())
        + " ["
        + problem.code()
        + "]";
  }

  /** What the process tells: that something could not be read counts more than what is wrong. */
  static ServerExitCode exitCode(List<String> names, List<PolicyFile> files, boolean isGood) {
    if (files.size() < names.size()) {
      return ServerExitCode.ERROR;
    }
    return isGood ? ServerExitCode.DONE : ServerExitCode.NO;
  }
}
