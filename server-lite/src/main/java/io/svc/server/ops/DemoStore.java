package io.svc.server.ops;

import io.svc.server.Core;
import io.svc.server.data.DataDirectory;
import io.svc.server.demo.Demo;
import io.svc.server.tenants.Tenant;
import java.util.List;

/**
 * The configured data directory, locked against servers while a command changes the demo in it. The
 * directory and its store are created if they do not exist.
 */
final class DemoStore implements AutoCloseable {
  private final CommandCall call;
  private final DataDirectory data;

  private DemoStore(CommandCall call, DataDirectory data) {
    this.call = call;
    this.data = data;
  }

  static DemoStore open(CommandCall call) {
    OpenStore.quieten(call);
    DataDirectory data = DataDirectory.open(call.config().dataDirectory());
    try {
      data.lock();
      return new DemoStore(call, data);
    } catch (RuntimeException e) {
      data.close();
      throw e;
    }
  }

  DataDirectory data() {
    return data;
  }

  List<Tenant> demos() {
    try (Core core = Core.open(call.config(), data, call.surroundings().clock())) {
      return Demo.among(core.database().read(core.tenants()::all));
    }
  }

  @Override
  public void close() {
    data.close();
  }
}
