package io.svc.server.commands;

import io.svc.server.demo.Demo;
import io.svc.server.tenants.Tenant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

@Command(name = "demo reset", description = "Removes the workspace created by demo seed.")
final class DemoResetCommand implements ServerCommand {
  @Override
  public ServerExitCode run(CommandInvocation call) {
    try (DemoDataDirectory store = DemoDataDirectory.open(call)) {
      List<Tenant> demoTenants = store.demos();
      if (demoTenants.isEmpty()) {
        call.err().println("There is no demo workspace. Run svc-server demo seed to create one.");
        return ServerExitCode.NO;
      }
      Demo demo = new Demo(call.config(), store.data(), call.surroundings().clock(), line -> {});
      for (Tenant tenant : demoTenants) {
        Map<String, Long> counts = new TreeMap<>(demo.reset(tenant));
        counts.values().removeIf(count -> count == 0);
        call.err().println("removed " + tenant.slug() + " and all its data, in rows:");
        counts.forEach((name, count) -> call.out().println(name + " " + count));
      }
      return ServerExitCode.DONE;
    }
  }
}
