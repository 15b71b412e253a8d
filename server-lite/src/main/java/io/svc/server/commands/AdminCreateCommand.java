package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.auth.Administrators;
import io.svc.server.http.ApiException;
import io.svc.server.logging.SafeText;
import io.svc.server.mail.Mail;
import io.svc.server.tenants.Tenant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "admin create", description = "Creates an administrator of a workspace.")
final class AdminCreateCommand implements ServerCommand {
  private static final int LONGEST_NAME = 100;

  @Parameters(paramLabel = "EMAIL", description = "Email address for signing in.")
  private String email = "";

  @Option(names = "--org", paramLabel = "SLUG", description = "Slug of an existing workspace.")
  private Optional<String> slug = Optional.empty();

  @Option(
      names = "--workspace",
      paramLabel = "NAME",
      description = "Name of a new workspace. Default: Workspace.")
  private Optional<String> workspace = Optional.empty();

  @Mixin private final PasswordSource source = new PasswordSource();

  @Override
  public ServerExitCode run(CommandInvocation call) {
    source.check();
    if (slug.isPresent() && workspace.isPresent()) {
      throw new OperatorErrorException("use either --org SLUG or --workspace NAME");
    }
    String name = workspace.map(String::strip).orElse("Workspace");
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw new OperatorErrorException(
          "--workspace is "
              + SafeText.quoted(name)
              + "; expected 1 to "
              + LONGEST_NAME
              + " characters");
    }
    if (!Mail.isAddress(email)) {
      throw new OperatorErrorException(
          "EMAIL is " + SafeText.quoted(email) + "; expected an address such as dana@example.com");
    }
    try (StoreAccess store = StoreAccess.of(call)) {
      if (slug.isPresent() && store.tenant(slug.get()).isEmpty()) {
        throw OrgName.unknownName(slug.get(), store);
      }
      Administrators administrators = store.administrators();
      String password = source.password(call, administrators, email);
      Tenant tenant =
          administrators
              .create(email, password, slug, name)
              .orElseThrow(
                  () -> new OperatorErrorException("the workspace was deleted in the meantime"));
      call.err()
          .println(
              SafeText.of(email)
                  + " is an administrator of "
                  + SafeText.quoted(tenant.name())
                  + " ("
                  + tenant.slug()
                  + ")");
      if (source.isGenerated()) {
        call.out().println(password);
      }
      return ServerExitCode.DONE;
    } catch (ApiException e) {
      throw new OperatorErrorException(
          "the user "
              + SafeText.quoted(email)
              + " already exists; use svc-server admin reset-password to set a new password",
          e);
    }
  }
}
