package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.auth.Administrators;
import io.svc.server.db.Identifiers;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The source of an administrator's password: options that two commands share. */
final class PasswordSource {
  /** Without characters that many typefaces render similarly. */
  private static final String ALPHABET =
      "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

  private static final int LENGTH = 24;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "File that contains the password, or - for standard input.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--generate-password",
      description = "Generate a password and print it once to standard output.")
  private boolean isGenerated;

  /** Returns whether the password is generated, and must be printed. */
  boolean isGenerated() {
    return isGenerated;
  }

  void check() {
    if (isGenerated == file.isPresent()) {
      throw new OperatorErrorException("use either --password-file FILE or --generate-password");
    }
  }

  /** Returns a strong random password. */
  static String generate(Identifiers identifiers) {
    return identifiers.random(ALPHABET, LENGTH);
  }

  /** Returns the password, which was checked for an address. */
  String password(CommandInvocation call, Administrators administrators, String email) {
    String password =
        file.map(named -> SecretFile.read(call, "--password-file", named))
            .orElseGet(() -> generate(new Identifiers(call.surroundings().clock())));
    administrators
        .problem(password, email)
        .ifPresent(
            problem -> {
              throw new OperatorErrorException(
                  problem.substring(0, 1).toLowerCase(Locale.ROOT) + problem.substring(1));
            });
    return password;
  }
}
