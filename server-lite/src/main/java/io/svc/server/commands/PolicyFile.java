package io.svc.server.commands;

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

/** A policy file and the result of its check. */
record PolicyFile(
    String file,
    boolean valid,
    List<PolicyProblem> errors,
    List<PolicyProblem> warnings,
    List<TestOutcome> tests,
    Optional<PolicyCheckResult.Summary> summary) {
  /** Larger files are not read; the language permits much smaller ones only. */
  private static final long LARGEST = 1L << 20;

  /** Checks all readable files, and reports unreadable ones on standard error. */
  static List<PolicyFile> check(CommandInvocation call, List<String> names) {
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

  private static Optional<String> read(Path path, String name, CommandInvocation call) {
    try {
      if (Files.size(path) > LARGEST) {
        reject(call, name, "is larger than " + LARGEST + " bytes");
        return Optional.empty();
      }
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Files.readAllBytes(path)))
              .toString());
    } catch (CharacterCodingException e) {
      reject(call, name, "is not UTF-8");
    } catch (IOException e) {
      reject(call, name, "cannot be read; expected a file with a policy");
    }
    return Optional.empty();
  }

  private static void reject(CommandInvocation call, String name, String reason) {
    call.err().println("error: " + SafeText.quoted(name) + " " + reason);
  }

  /** Formats a problem like compilers do, so that editors find its position. */
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

  /** Returns the exit code: an unreadable file takes precedence over a failed check. */
  static ServerExitCode exitCode(List<String> names, List<PolicyFile> files, boolean isGood) {
    if (files.size() < names.size()) {
      return ServerExitCode.ERROR;
    }
    return isGood ? ServerExitCode.DONE : ServerExitCode.NO;
  }
}
