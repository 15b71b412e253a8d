package io.svc.server.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.WordListParser;
import io.svc.server.OfflineServer;
import io.svc.server.auth.Administrators;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.tenants.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Creates and removes the demo. A separate server over the store creates it, with a clock that
 * starts eight days ago; scripted users and programs call it through the regular API, so the data
 * is the same as after real calls.
 */
public final class Demo {
  public static final String WORKSPACE = "Svc Preflight demo";

  private static final Duration LENGTH = Duration.ofDays(8);

  /** Subjects, each with a script file; simultaneous calls run in this order. */
  private static final List<String> SUBJECTS =
      WordListParser.list(
          """
          settings agents policies workflows scans alerts approvals rollout incident lifecycle
          attestation evidence""");

  private final ServerConfig config;
  private final DataDirectory data;
  private final Clock clock;
  private final Consumer<String> progress;

  /**
   * Creates the demo of a store.
   *
   * @param data the locked data directory
   * @param progress receives a line for each completed part
   */
  public Demo(ServerConfig config, DataDirectory data, Clock clock, Consumer<String> progress) {
    this.config = config;
    this.data = data;
    this.clock = clock;
    this.progress = progress;
  }

  /** Returns the demo tenants of a store. */
  public static List<Tenant> demoTenantsOf(List<Tenant> tenants) {
    return tenants.stream().filter(Tenant::isDemo).toList();
  }

  /**
   * Creates the demo; deletes it again on failure.
   *
   * @param passwords supplies the password of each user
   * @return the users who can sign in
   * @throws DemoException when it cannot be created
   */
  public List<DemoUser> seed(Supplier<String> passwords) {
    Instant end = clock.instant();
    DemoClock time = new DemoClock(end.minus(LENGTH));
    List<DemoUser> users = DemoUsers.users(passwords);
    try (WebhookSink letterbox = WebhookSink.open();
        OfflineServer server = OfflineServer.open(config, data, time)) {
      Tenant tenant = found(server.administrators(), users.get(0));
      try {
        DemoEnvironment stage = new DemoEnvironment(server, time, end, tenant.id());
        stage.define("sink", letterbox.address());
        play(stage, users, end);
      } catch (RuntimeException e) {
        server.remove(tenant.id());
        throw e;
      }
    }
    return users;
  }

  private static Tenant found(Administrators administrators, DemoUser admin) {
    return administrators.createDemo(
        admin.login(), admin.email(), admin.name(), admin.password(), WORKSPACE);
  }

  private void play(DemoEnvironment stage, List<DemoUser> users, Instant end) {
    DemoUsers.enter(stage, users);
    List<DemoCall> calls = new ArrayList<>();
    SUBJECTS.forEach(subject -> calls.addAll(DemoScript.read(subject)));
    calls.addAll(new DemoTraffic(end).calls());
    calls.addAll(new LongDemoSession(end).calls());
    // A stable sort: simultaneous calls stay in the order of their subjects.
    calls.sort(Comparator.comparing(DemoCall::before).reversed());
    long day = LENGTH.toDays() + 1;
    for (DemoCall call : calls) {
      if (call.before().toDays() < day) {
        day = call.before().toDays();
        progress.accept(day == 0 ? "today" : day == 1 ? "yesterday" : day + " days ago");
      }
      stage.play(call);
    }
  }

  /** Deletes a demo; returns the number of rows of each kind. */
  public Map<String, Long> reset(Tenant demo) {
    if (!demo.isDemo()) {
      throw new IllegalArgumentException(demo.slug() + " is no demo");
    }
    try (OfflineServer server = OfflineServer.open(config, data, clock)) {
      return server.remove(demo.id());
    }
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
