package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.auth.Administrators;
import io.svc.server.logging.SafeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "admin reset-password",
    description = "Sets the password of a user and ends their sessions.")
final class AdminResetPasswordCommand implements ServerCommand {
  @Parameters(paramLabel = "EMAIL", description = "Email address of the user.")
  private String email = "";

  @Mixin private final PasswordSource source = new PasswordSource();

  @Override
  public ServerExitCode run(CommandInvocation call) {
    source.check();
    try (StoreAccess store = StoreAccess.of(call)) {
      Administrators administrators = store.administrators();
      if (!administrators.exists(email)) {
        throw new OperatorErrorException("there is no user " + SafeText.quoted(email));
      }
      String password = source.password(call, administrators, email);
      if (!administrators.setPassword(email, password)) {
        throw new OperatorErrorException(
            "the user " + SafeText.quoted(email) + " was removed in the meantime");
      }
      call.err().println(SafeText.of(email) + " has a new password; old sessions are ended");
      if (source.isGenerated()) {
        call.out().println(password);
      }
      return ServerExitCode.DONE;
    }
  }
}
