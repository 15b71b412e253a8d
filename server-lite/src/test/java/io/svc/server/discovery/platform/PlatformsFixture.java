package io.svc.server.discovery.platform;

import io.svc.server.config.Cidr;
import io.svc.server.db.OrgId;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.TestKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A platform that answers recordings, and what looks through it. */
abstract class PlatformsFixture {
  private static final OrgId ORG = new OrgId("org_00000000000000000000000001");

  @TempDir private Path directory;
  final Notes notes = new Notes();
  Recorded recorded;
  private OutgoingClient client;
  private Platforms platforms;

  @BeforeEach
  final void open() throws IOException {
    recorded = new Recorded();
    client =
        new OutgoingClient(
            new NetworkGuard(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()), () -> 0));
    platforms =
        new Platforms(
            client,
            new Keyring(TestKeys.create(directory)),
            Clock.fixed(Instant.parse("2026-11-22T09:00:00Z"), ZoneOffset.UTC));
  }

  @AfterEach
  final void close() {
    client.close();
    recorded.close();
  }

  final PlatformListing list(IntegrationType type, Map<String, String> settings)
      throws PlatformException {
    return platforms.list(connection(type), settings, PlainHttpPolicy.ANYWHERE, notes);
  }

  /** How many workflows are in a file, all of which are shown. */
  final int show(IntegrationType type, String recording, Optional<String> name) {
    var found = platforms.workflowsIn(connection(type), Recorded.json(recording));
    platforms.show(connection(type), found, name, notes);
    return found.size();
  }

  private static Platforms.Connection connection(IntegrationType type) {
    return new Platforms.Connection(ORG, "itg_00000000000000000000000001", type);
  }
}
