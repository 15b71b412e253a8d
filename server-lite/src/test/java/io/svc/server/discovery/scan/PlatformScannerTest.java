package io.svc.server.discovery.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.SharedComponents;
import io.svc.server.config.Cidr;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.db.Vendor;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.SightingResult;
import io.svc.server.discovery.platform.Platforms;
import io.svc.server.discovery.platform.Recorded;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.integrations.Integrations;
import io.svc.server.integrations.ScanSchedule;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When platforms are looked through, and what is noted of it, on both stores. */
class PlatformScannerTest extends StoreContract {
  private static final String FIRST = "GET /api/v1/workflows?limit=100&excludePinnedData=true";

  private final List<PlatformScanner> scanners = new ArrayList<>();
  private final Inventory inventory = new Inventory();
  private OutgoingClient client;
  private Recorded platform;
  private Database database;
  private Identifiers identifiers;
  private Keyring keyring;
  private OrgId org;
  private Caller caller;
  private PlatformScanner scanner;

  /** Keeps what it is told in memory, by name. */
  private static final class Inventory implements PlatformScanner.SightingSink {
    private final Map<String, Sighting> known = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Set<String>> listings = new ConcurrentLinkedQueue<>();

    @Override
    public SightingResult observe(Tx tx, OrgId org, MaskedSighting masked) {
      Sighting sighting = masked.sighting();
      Sighting before = known.put(sighting.externalId(), sighting);
      SightingResult.Change change =
          before == null
              ? SightingResult.Change.NEW
              : before.settings().equals(sighting.settings())
                  ? SightingResult.Change.UNCHANGED
                  : SightingResult.Change.CHANGED;
      return new SightingResult("ast_1", change);
    }

    @Override
    public int missed(Tx tx, OrgId org, String integrationId, Set<String> seen) {
      listings.add(Set.copyOf(seen));
      return (int) known.keySet().stream().filter(id -> !seen.contains(id)).count();
    }
  }

  @BeforeEach
  void open() throws Exception {
    platform = new Recorded();
    database = store.migrated();
    identifiers = new Identifiers(clock);
    keyring = new Keyring(TestKeys.create(directory));
    client =
        new OutgoingClient(
            new NetworkGuard(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()), () -> 0));
    org =
        database
            .write(tx -> new Tenants(identifiers).create(tx, "Example", "ops@example.com"))
            .id();
    caller = Caller.system("test", org);
    scanner = scanner(database);
  }

  @AfterEach
  void close() {
    platform.close();
    scanners.forEach(PlatformScanner::end);
    client.close();
  }

  /** One more server over the same store. */
  private PlatformScanner scanner(Database over) {
    SharedComponents core = SharedComponents.ofOpenStore(over, keyring, clock);
    PlatformScanner created =
        new PlatformScanner(
            core,
            new Integrations(core, client, Optional.empty()),
            new Platforms(client, keyring, clock),
            inventory,
            (tx, tenant, asset) -> 2);
    scanners.add(created);
    return created;
  }

  @Test
  void a_scan_finds_new_changed_and_missing_assets() throws Exception {
    String id = n8n("connected");
    platform.n8n();
    Scan first = scanner.scan(caller, id);
    assertThat(first.status()).isEqualTo(Scan.Status.COMPLETED);
    assertThat(first.assetsFound()).isEqualTo(5);
    assertThat(first.newAssets()).isEqualTo(5);
    assertThat(first.error()).isEmpty();

    platform.on(
        FIRST,
        200,
        "{\"data\": [{\"id\": \"47aieGyt1vNhJjHT\", \"nodes\": [], \"settings\": {\"timezone\":"
            + " \"x\"}}]}");
    Scan second = scanner.scan(caller, id);
    assertThat(second.changedAssets()).isEqualTo(1);
    assertThat(second.driftFindings()).isEqualTo(2);
    assertThat(second.removedAssets()).isEqualTo(4);
    assertThat(second.newAssets()).isZero();
    assertThat(inventory.listings).hasSize(2);
  }

  @Test
  void what_is_due_is_scanned_by_one_of_two_servers() throws Exception {
    String id = n8n("connected");
    platform.n8n();
    CountDownLatch gate = platform.closeGate();
    PlatformScanner other = scanner(store.open());
    scanner.poll();
    other.poll();
    scanner.poll();
    gate.countDown();
    waitForScans();

    assertThat(query("SELECT count(*) FROM integration_scan")).isEqualTo("1");
    assertThat(query("SELECT cause || ' ' || status FROM integration_scan"))
        .isEqualTo("poll completed");
    other.poll();
    waitForScans();
    assertThat(query("SELECT count(*) FROM integration_scan")).as("not due yet").isEqualTo("1");

    clock.advance(Duration.ofSeconds(901));
    other.poll();
    waitForScans();
    assertThat(query("SELECT count(*) FROM integration_scan")).isEqualTo("2");
    var last =
        Json.readStored(
            query("SELECT last_scan FROM integration WHERE integration_id = '" + id + "'"));
    assertThat(last.path("status").asText()).isEqualTo("completed");
    assertThat(last.path("assetsFound").asInt()).isEqualTo(5);
    assertThat(last.path("driftFound").asInt()).isZero();
  }

  @Test
  void drafts_and_what_is_switched_off_are_left_alone() throws Exception {
    n8n("draft");
    n8n("disabled");
    scanner.poll();
    waitForScans();

    assertThat(platform.requests()).isEmpty();
  }

  @Test
  void who_asks_for_a_scan_that_is_running_gets_that_one() throws Exception {
    String id = n8n("connected");
    platform.n8n();
    CountDownLatch gate = platform.closeGate();
    scanner.poll();
    Scan running = scanner(store.open()).scan(caller, id);

    assertThat(running.status()).isEqualTo(Scan.Status.RUNNING);
    assertThat(running.cause()).isEqualTo(Scan.Cause.POLL);
    gate.countDown();
    waitForScans();
    assertThat(query("SELECT count(*) FROM integration_scan")).isEqualTo("1");
  }

  @Test
  void a_scan_that_was_cut_off_is_done_again_when_its_lease_has_ended() throws Exception {
    String id = n8n("connected");
    platform.n8n();
    database.change(
        tx -> {
          Scans scans = new Scans(database, identifiers, integrations());
          assertThat(scans.schedule().lease(tx, due(id), Scans.LEASE)).isTrue();
          scans.begin(tx, org, scans.newId(), id, Scan.Cause.POLL);
        });
    scanner.poll();
    waitForScansExcept(1);
    assertThat(platform.requests()).as("another server may be at it").isEmpty();

    clock.advance(Scans.LEASE.plusSeconds(1));
    scanner.poll();
    waitForScans();
    assertThat(store.query("SELECT status FROM integration_scan ORDER BY scan_id"))
        .containsExactly("failed", "completed");
    assertThat(store.query("SELECT error FROM integration_scan ORDER BY scan_id"))
        .containsExactly("The scan was interrupted, because its server stopped.", "");
    assertThat(inventory.known).hasSize(5);
  }

  @Test
  void rejected_credentials_are_an_error_and_are_tried_ever_more_seldom() throws Exception {
    String id = n8n("connected");
    platform.on(FIRST, 401, "{\"message\": \"unauthorized\"}");
    Scan scan = scanner.scan(caller, id);

    assertThat(scan.status()).isEqualTo(Scan.Status.FAILED);
    assertThat(scan.error()).hasValue("n8n responded with 401.");
    assertThat(query("SELECT status || ' ' || last_error FROM integration"))
        .isEqualTo("error n8n responded with 401.");
    assertThat(pause()).isEqualTo(Duration.ofMinutes(30));
    for (int i = 0; i < 12; i++) {
      scanner.scan(caller, id);
    }
    assertThat(pause()).isEqualTo(Duration.ofDays(1));

    platform.n8n();
    scanner.scan(caller, id);
    assertThat(query("SELECT status FROM integration")).isEqualTo("connected");
    assertThat(pause()).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void a_platform_is_left_alone_for_as_long_as_it_asks() throws Exception {
    String id = n8n("connected");
    platform.on(FIRST, 429, Map.of("Retry-After", "3600"), "{}");
    Scan scan = scanner.scan(caller, id);

    assertThat(scan.error()).hasValue("n8n responded with 429: too many requests.");
    assertThat(query("SELECT status FROM integration")).isEqualTo("degraded");
    assertThat(pause()).isEqualTo(Duration.ofHours(1));
    assertThat(inventory.listings).isEmpty();
  }

  @Test
  void nothing_is_missed_by_a_list_in_which_something_has_no_name() throws Exception {
    String id = n8n("connected");
    platform.on(FIRST, 200, "{\"data\": [{\"id\": \"w1\", \"nodes\": []}, 7, {\"id\": \"w2\"}]}");
    Scan scan = scanner.scan(caller, id);

    assertThat(scan.status()).isEqualTo(Scan.Status.COMPLETED);
    assertThat(scan.error()).hasValue("2 items could not be read.");
    assertThat(scan.assetsFound()).isEqualTo(2);
    assertThat(inventory.listings).isEmpty();
  }

  @Test
  void an_integration_that_was_switched_off_meanwhile_takes_nothing_in() throws Exception {
    String id = n8n("connected");
    platform.n8n();
    CountDownLatch gate = platform.closeGate();
    scanner.poll();
    store.execute("UPDATE integration SET enabled = " + (isSqlite() ? "0" : "false"));
    gate.countDown();
    waitForScans();

    assertThat(inventory.known).isEmpty();
    assertThat(query("SELECT error FROM integration_scan"))
        .isEqualTo("The integration was disabled or removed during the scan.");
    assertThatThrownBy(() -> scanner.scan(caller, id))
        .hasMessage("The integration is disabled; enable it first.");
  }

  @Test
  void a_server_that_stops_leaves_its_scans_to_the_next() throws Exception {
    n8n("connected");
    platform.n8n();
    CountDownLatch gate = platform.closeGate();
    scanner.poll();
    Thread end = new Thread(scanner::end);
    end.start();
    TimeUnit.MILLISECONDS.sleep(200);
    gate.countDown();
    end.join();

    assertThat(query("SELECT status || ': ' || error FROM integration_scan"))
        .isEqualTo("failed: The server stopped; the scan is repeated.");
    assertThat(query("SELECT status FROM integration")).isEqualTo("connected");
    assertThat(pause()).isEqualTo(Duration.ZERO);
  }

  @Test
  void an_export_is_imported_without_judging_the_platform() throws Exception {
    String id = n8n("draft");
    Scan scan =
        scanner.read(
            caller,
            id,
            Json.readStored("[{\"name\": \"Saved\", \"nodes\": [], \"connections\": {}}]"),
            Optional.empty());

    assertThat(scan.status()).isEqualTo(Scan.Status.COMPLETED);
    assertThat(scan.newAssets()).isEqualTo(1);
    assertThat(inventory.listings).isEmpty();
    assertThat(query("SELECT status FROM integration")).isEqualTo("draft");
    assertThatThrownBy(() -> scanner.read(caller, id, Json.readStored("{}"), Optional.empty()))
        .isInstanceOf(ApiException.class)
        .hasMessage("The body contains no workflow in the export format of \"n8n\".");
  }

  @Test
  void scans_are_forgotten_after_a_month_and_go_with_the_tenant() throws Exception {
    String id = n8n("connected");
    platform.n8n();
    scanner.scan(caller, id);
    clock.advance(Duration.ofDays(31));
    scanner.scan(caller, id);
    scanner.prune();
    assertThat(query("SELECT count(*) FROM integration_scan")).isEqualTo("1");

    assertThat(database.<Long>write(tx -> scanner.removeAll(tx, org))).isEqualTo(1);
  }

  private String n8n(String status) throws Exception {
    String id = identifiers.next("itg_");
    String use = "integration " + org.value() + " " + id;
    String enabled = status.equals("disabled") ? "false" : "true";
    store.execute(
        "INSERT INTO integration (org_id, integration_id, type, category, name, enabled, status,"
            + " config, sealed, failures, last_error, last_test, poll_interval_seconds,"
            + " next_scan_at, last_scan, created_at, created_by, updated_at, version) VALUES ('"
            + org.value()
            + "', '"
            + id
            + "', 'n8n', 'platform', 'n8n', "
            + (isSqlite() ? (enabled.equals("true") ? "1" : "0") : enabled)
            + ", '"
            + status
            + "', '"
            + Json.text(Map.of("baseUrl", platform.url()))
            + "', '"
            + keyring.seal(use, Json.text(Map.of("apiKey", "key")))
            + "', 0, '', '', 900, 0, '', 0, '', 0, 1)");
    return id;
  }

  private boolean isSqlite() {
    return vendor == Vendor.SQLITE;
  }

  private ScanSchedule.DueIntegration due(String id) {
    return new ScanSchedule.DueIntegration(org, id);
  }

  private Integrations integrations() {
    return new Integrations(
        SharedComponents.ofOpenStore(database, keyring, clock), client, Optional.empty());
  }

  /** How long it is until the next scan. */
  private Duration pause() throws Exception {
    return Duration.ofMillis(
        Long.parseLong(query("SELECT next_scan_at FROM integration")) - clock.millis());
  }

  private String query(String question) throws Exception {
    return store.query(question).get(0);
  }

  private void waitForScans() throws Exception {
    waitForScansExcept(0);
  }

  private void waitForScansExcept(int running) throws Exception {
    for (int i = 0; i < 500; i++) {
      String count = query("SELECT count(*) FROM integration_scan WHERE status = 'running'");
      if (count.equals(Integer.toString(running))) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    throw new AssertionError("a scan does not end");
  }
}
