package io.svc.server.commands;

import io.svc.server.SharedComponents;
import io.svc.server.data.DataDirectory;
import io.svc.server.demo.Demo;
import io.svc.server.tenants.Tenant;
import java.util.List;

/**
 * The configured data directory, locked against servers while a command changes the demo in it. The
 * directory and its store are created if they do not exist.
 */
final class DemoDataDirectory implements AutoCloseable {
  private final CommandInvocation call;
  private final DataDirectory data;

  private DemoDataDirectory(CommandInvocation call, DataDirectory data) {
    this.call = call;
    this.data = data;
  }

  static DemoDataDirectory open(CommandInvocation call) {
    StoreAccess.reduceLogging(call);
    DataDirectory data = DataDirectory.open(call.config().dataDirectory());
    try {
      data.lock();
      return new DemoDataDirectory(call, data);
    } catch (RuntimeException e) {
      data.close();
      throw e;
    }
  }

  DataDirectory data() {
    return data;
  }

  List<Tenant> demos() {
    try (SharedComponents core =
        SharedComponents.open(call.config(), data, call.surroundings().clock())) {
      return Demo.demoTenantsOf(core.database().read(core.tenants()::all));
    }
  }

  @Override
  public void close() {
    data.close();
  }
}
