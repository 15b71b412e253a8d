package io.svc.server;

import io.svc.server.accounts.Passwords;
import io.svc.server.auth.Administrators;
import io.svc.server.config.Cidr;
import io.svc.server.config.RateLimitProfile;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.OrgId;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server for the operator of the machine only: on a free local port, with a given clock, and
 * without jobs. It does nothing by itself, and its work is limited to one tenant. It uses only the
 * store and the master key from the settings; it sends no mail.
 */
public final class OfflineServer implements AutoCloseable {
  /** Longer than any demo script. */
  private static final Duration LONG = Duration.ofDays(60);

  /** Only the loopback network is called. */
  private static final Cidr THIS_MACHINE = Cidr.parse("127.0.0.1/32").orElseThrow();

  private static final JobTiming TIMING =
      new JobTiming(Duration.ofMillis(50), Duration.ofSeconds(1));

  private final Server server;

  private OfflineServer(Server server) {
    this.server = server;
  }

  /**
   * Opens the store of a locked data directory, and starts listening.
   *
   * @throws OperatorErrorException when the store cannot be used
   */
  public static OfflineServer open(ServerConfig config, DataDirectory data, Clock clock) {
    Server server = Server.of(offlineConfig(config), data, clock, new Passwords(), TIMING);
    try {
      server.startWithoutJobs();
      return new OfflineServer(server);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static ServerConfig offlineConfig(ServerConfig config) {
    return new ServerConfig(
        new ServerConfig.Listen("127.0.0.1", 0),
        config.dataDirectory(),
        config.masterKeyFile(),
        config.database(),
        Optional.empty(),
        config.registration(),
        RateLimitProfile.OFF,
        List.of(THIS_MACHINE),
        config.proxy(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new ServerConfig.SessionLimits(LONG, LONG),
        config.log(),
        Optional.empty());
  }

  /** The address that it listens on. */
  public URI address() {
    return server.address();
  }

  /** The operations of the operator of the machine. */
  public Administrators administrators() {
    return server.administrators();
  }

  /** Does the due work of jobs now, for one tenant. */
  public void work(OrgId org) {
    server.work(org);
  }

  /** Deletes a tenant with all its data; returns the number of rows of each kind. */
  public Map<String, Long> remove(OrgId org) {
    return server.remove(org);
  }

  @Override
  public void close() {
    server.close();
  }
}
