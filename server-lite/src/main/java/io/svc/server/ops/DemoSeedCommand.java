package io.svc.server.ops;

import io.svc.server.RefusedException;
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

@Command(
    name = "demo seed",
    description = "Makes a workspace that shows what there is, with a week of made-up work.")
final class DemoSeedCommand implements Verb {
  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "File with the password of all its people; - for standard input. Without it, each gets"
              + " one that is made, and printed once, on standard output.")
  private Optional<String> file = Optional.empty();

  @Override
  public ServerExitCode run(CommandCall call) {
    Supplier<String> passwords = passwords(call);
    try (DemoStore store = DemoStore.open(call)) {
      List<Tenant> there = store.demos();
      if (!there.isEmpty()) {
        call.err()
            .println(
                "The demo is there already, as "
                    + there.get(0).slug()
                    + "; svc-server demo reset removes it.");
        return ServerExitCode.NO;
      }
      DataDirectory data = store.data();
      Demo demo =
          new Demo(
              call.config(),
              data,
              call.surroundings().clock(),
              line -> call.err().println("seeding: " + line));
      tell(call, seed(demo, passwords));
      return ServerExitCode.DONE;
    }
  }

  private static List<DemoUser> seed(Demo demo, Supplier<String> passwords) {
    try {
      return demo.seed(passwords);
    } catch (ApiException e) {
      throw new RefusedException(
          "a user of the demo is there already, in another workspace; it needs demo-admin and"
              + " addresses at demo.example",
          e);
    } catch (DemoException e) {
      throw new RefusedException(
          "the demo could not be made, and what there was of it is removed: " + e.getMessage(), e);
    }
  }

  private Supplier<String> passwords(CommandCall call) {
    if (file.isEmpty()) {
      Identifiers identifiers = new Identifiers(call.surroundings().clock());
      return () -> PasswordSource.made(identifiers);
    }
    String password = SecretFile.read(call, "--password-file", file.get());
    new Passwords()
        .problem(password, "", "")
        .ifPresent(
            problem -> {
              throw new RefusedException(
                  problem.substring(0, 1).toLowerCase(Locale.ROOT) + problem.substring(1));
            });
    return () -> password;
  }

  private void tell(CommandCall call, List<DemoUser> people) {
    call.err().println("The workspace \"" + Demo.WORKSPACE + "\" is ready; its data is made up.");
    call.err()
        .println("Start svc-server serve, and sign in at " + address(call) + "/login as one of:");
    for (DemoUser person : people) {
      String line = String.format(Locale.ROOT, "%-28s %-14s", person.login(), person.role());
      call.out().println(file.isPresent() ? line.stripTrailing() : line + " " + person.password());
    }
    call.err().println("svc-server demo reset removes all of it.");
  }

  private static String address(CommandCall call) {
    var config = call.config();
    return config
        .baseUrl()
        .map(Object::toString)
        .orElseGet(() -> config.listen().url(config.listen().port()).toString());
  }
}
