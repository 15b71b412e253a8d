package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.accounts.Passwords;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.Identifiers;
import io.svc.server.demo.Demo;
import io.svc.server.demo.DemoException;
import io.svc.server.demo.DemoUser;
import io.svc.server.http.ApiException;
import io.svc.server.tenants.Tenant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "demo seed", description = "Creates a demo workspace with one week of sample data.")
final class DemoSeedCommand implements ServerCommand {
  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "File that contains the password for all demo users, or - for standard input. Default:"
              + " generate a password for each user and print it once to standard output.")
  private Optional<String> file = Optional.empty();

  @Override
  public ServerExitCode run(CommandInvocation call) {
    Supplier<String> passwords = passwords(call);
    try (DemoDataDirectory store = DemoDataDirectory.open(call)) {
      List<Tenant> demoTenants = store.demos();
      if (!demoTenants.isEmpty()) {
        call.err()
            .println(
                "The demo workspace already exists as "
                    + demoTenants.get(0).slug()
                    + "; run svc-server demo reset to remove it.");
        return ServerExitCode.NO;
      }
      DataDirectory data = store.data();
      Demo demo =
          new Demo(
              call.config(),
              data,
              call.surroundings().clock(),
              line -> call.err().println("seeding: " + line));
      printUsers(call, seed(demo, passwords));
      return ServerExitCode.DONE;
    }
  }

  private static List<DemoUser> seed(Demo demo, Supplier<String> passwords) {
    try {
      return demo.seed(passwords);
    } catch (ApiException e) {
      throw new OperatorErrorException(
          "a demo user already exists in another workspace; the demo requires demo-admin and"
              + " addresses at demo.example",
          e);
    } catch (DemoException e) {
      throw new OperatorErrorException(
          "the demo could not be created; partial data was removed: " + e.getMessage(), e);
    }
  }

  private Supplier<String> passwords(CommandInvocation call) {
    if (file.isEmpty()) {
      Identifiers identifiers = new Identifiers(call.surroundings().clock());
      return () -> PasswordSource.generate(identifiers);
    }
    String password = SecretFile.read(call, "--password-file", file.get());
    new Passwords()
        .problem(password, "", "")
        .ifPresent(
            problem -> {
              throw new OperatorErrorException(
                  problem.substring(0, 1).toLowerCase(Locale.ROOT) + problem.substring(1));
            });
    return () -> password;
  }

  private void printUsers(CommandInvocation call, List<DemoUser> users) {
    call.err()
        .println("The workspace \"" + Demo.WORKSPACE + "\" is ready. It contains sample data.");
    call.err()
        .println(
            "Run svc-server serve, and sign in at "
                + address(call)
                + "/login as one of these"
                + " users:");
    for (DemoUser user : users) {
      String line = String.format(Locale.ROOT, "%-28s %-14s", user.login(), user.role());
      call.out().println(file.isPresent() ? line.stripTrailing() : line + " " + user.password());
    }
    call.err().println("Run svc-server demo reset to remove the workspace.");
  }

  private static String address(CommandInvocation call) {
    var config = call.config();
    return config
        .baseUrl()
        .map(Object::toString)
        .orElseGet(() -> config.listen().url(config.listen().port()).toString());
  }
}
