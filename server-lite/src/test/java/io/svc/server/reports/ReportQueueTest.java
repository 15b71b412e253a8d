package io.svc.server.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.attestation.DocumentSigner;
import io.svc.server.db.Database;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.http.ApiException;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import io.svc.server.testing.Workspace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reports that nobody waits for, over either store. */
class ReportQueueTest extends StoreContract {
  private static final int LONG = 4_500;

  private Database database;
  private Workspace workspace;
  private Keyring keyring;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    keyring = new Keyring(TestKeys.create(directory));
  }

  private Reports reports(int rows, IntConsumer before) {
    return new Reports(
        database,
        workspace.identifiers(),
        workspace.tenants(),
        workspace.audit(),
        new DocumentSigner(keyring, workspace.identifiers()),
        List.of(new Lines(rows, before)),
        2_000,
        10_000);
  }

  private Reports reports(int rows) {
    return reports(rows, from -> {});
  }

  private String createReport(Reports reports) {
    ReportRequest order =
        ReportRequest.read(
            Fields.ofPart(Json.readStored("{\"type\": \"lines\"}")),
            reports.sources(),
            new Masking(),
            clock.instant());
    return Json.readStored(reports.create(workspace.caller(), order, Optional.empty()).json())
        .at("/report/id")
        .asText();
  }

  private Report report(Reports reports, String id) {
    return reports.get(workspace.org(), id);
  }

  private byte[] exported(Reports reports, String id) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      reports.export(workspace.caller(), report(reports, id), "json").writeJson(out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private void assertComplete(Reports reports, String id) {
    Report done = report(reports, id);
    assertThat(done.status()).isEqualTo(Report.Status.READY);
    assertThat(done.rowCount()).isEqualTo(LONG);
    assertThat(Json.readStored(done.summary()).at("/counts/text"))
        .hasToString("{\"even\":2250,\"odd\":2250}");
    try {
      ReportVerifier.ReportVerdict verdict =
          ReportVerifier.verify(
              new ByteArrayInputStream(exported(reports, id)), Map.of("", publicKey()));
      assertThat(verdict.reason()).isEmpty();
      assertThat(verdict.rows()).isEqualTo(LONG);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String publicKey() {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT public_key FROM attestation_key WHERE algorithm = 'ed25519'")
                .mapTo(String.class)
                .one());
  }

  @Test
  void a_short_report_is_ready_at_once() {
    Reports reports = reports(2_000);

    String id = createReport(reports);

    assertThat(report(reports, id).status()).isEqualTo(Report.Status.READY);
    assertThat(report(reports, id).rowCount()).isEqualTo(2_000);
  }

  @Test
  void a_long_report_is_queued_and_cannot_be_exported_until_complete() {
    Reports reports = reports(LONG);
    String id = createReport(reports);

    assertThat(report(reports, id).status()).isEqualTo(Report.Status.QUEUED);
    assertThatThrownBy(() -> exported(reports, id))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("\"queued\"");

    reports.runWaiting();
    assertComplete(reports, id);
  }

  @Test
  void of_several_servers_one_makes_it() {
    AtomicInteger begun = new AtomicInteger();
    Reports asked = reports(LONG);
    String id = createReport(asked);
    List<Reports> servers =
        List.of(
            reports(LONG, from -> begun.addAndGet(from == 0 ? 1 : 0)),
            reports(LONG, from -> begun.addAndGet(from == 0 ? 1 : 0)),
            reports(LONG, from -> begun.addAndGet(from == 0 ? 1 : 0)));

    AtOnce.run(
        3,
        i -> {
          servers.get(i).runWaiting();
          return i;
        });

    assertThat(begun).hasValue(1);
    assertComplete(asked, id);
  }

  @Test
  void what_a_killed_server_left_is_begun_anew_once_it_is_sure_to_be_dead() {
    Reports killed =
        reports(
            LONG,
            from -> {
              if (from == 3_000) {
                throw new StoreUnavailableException("killed", new IllegalStateException());
              }
            });
    Reports next = reports(LONG);
    String id = createReport(next);
    killed.runWaiting();

    next.runWaiting();
    assertThat(report(next, id).status()).isEqualTo(Report.Status.RUNNING);
    clock.advance(Duration.ofMinutes(3));
    next.runWaiting();

    assertComplete(next, id);
  }

  @Test
  void what_a_closed_server_left_is_begun_again_at_once() {
    Reports[] closing = new Reports[1];
    closing[0] = reports(LONG, from -> endsAt(closing[0], from));
    String id = createReport(reports(LONG));
    closing[0].runWaiting();
    assertThat(report(closing[0], id).status()).isEqualTo(Report.Status.RUNNING);

    Reports next = reports(LONG);
    next.runWaiting();

    assertComplete(next, id);
  }

  private static void endsAt(Reports reports, int from) {
    if (from == 2_000) {
      reports.end();
    }
  }

  @Test
  void one_that_was_only_thought_dead_writes_nothing_more() {
    Reports next = reports(LONG);
    Reports slow =
        reports(
            LONG,
            from -> {
              if (from == 2_000) {
                clock.advance(Duration.ofMinutes(3));
                next.runWaiting();
              }
            });
    String id = createReport(next);

    slow.runWaiting();

    assertComplete(next, id);
  }

  @Test
  void what_breaks_off_repeatedly_fails_in_the_end() {
    Reports broken =
        reports(
            LONG,
            from -> {
              if (from == 3_000) {
                throw new IllegalStateException("broken");
              }
            });
    String id = createReport(reports(LONG));

    for (int i = 0; i < 6; i++) {
      broken.runWaiting();
      clock.advance(Duration.ofMinutes(3));
    }

    assertThat(report(broken, id).status()).isEqualTo(Report.Status.FAILED);
    assertThat(report(broken, id).error()).isEqualTo("Its creation was interrupted 5 times.");
  }

  @Test
  void one_that_is_too_long_fails_with_advice_and_leaves_no_rows() throws Exception {
    Reports reports = reports(10_001);
    String id = createReport(reports);

    reports.runWaiting();

    assertThat(report(reports, id).status()).isEqualTo(Report.Status.FAILED);
    assertThat(report(reports, id).error()).contains("more than 10000 rows");
    assertThat(store.query("SELECT count(*) FROM report_chunk")).containsExactly("0");
  }

  @Test
  void a_tenant_has_only_so_many_under_way() {
    Reports reports = reports(LONG);
    for (int i = 0; i < 20; i++) {
      createReport(reports);
    }

    assertThatThrownBy(() -> createReport(reports))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("20 reports are already in progress");
  }

  @Test
  void what_expired_goes_with_its_rows() throws Exception {
    Reports reports = reports(1_500);
    String old = createReport(reports);
    clock.advance(Duration.ofDays(100));
    String young = createReport(reports);
    clock.advance(Duration.ofDays(81));

    reports.prune(clock.instant());

    assertThat(store.query("SELECT report_id FROM report")).containsExactly(young);
    assertThat(store.query("SELECT DISTINCT report_id FROM report_chunk")).containsExactly(young);
    assertThat(old).isNotEqualTo(young);
  }

  @Test
  void every_way_to_change_an_export_shows() throws IOException {
    Reports reports = reports(10);
    String export = new String(exported(reports, createReport(reports)), StandardCharsets.UTF_8);
    String key = publicKey();

    assertThat(verdict(export, key).ok()).isTrue();
    assertThat(verdict(export.replace(",\n\"rows\"", " , \"rows\""), key).ok()).isTrue();
    for (String changed :
        List.of(
            export.replace("{\"number\":3,", "{\"number\":30,"),
            export.replace("{\"number\":3,\"text\":\"odd\"},\n", ""),
            export.replace("\"rowCount\":10", "\"rowCount\":11"),
            export.replace("\"type\":\"lines\"", "\"type\":\"posture\""),
            export.replace("svc-report/1", "svc-report/2"),
            export.replaceFirst("\"value\":\"..", "\"value\":\"AA"),
            export.replaceFirst("\"value\":\"[^\"]*", "\"value\":\"?"),
            export + "{}",
            export.substring(0, export.length() / 2),
            export.replace("\"rows\":[", "\"rows\":[1,"),
            export.replace("{\"manifest\"", "{\"more\":1,\"manifest\""),
            "[]",
            "")) {
      assertThat(changed).isNotEqualTo(export);
      assertThat(verdict(changed, key).ok()).as(changed).isFalse();
    }
    assertThat(verdict(export, "A".repeat(43)).reason())
        .contains("its signature does not match the key");
  }

  private static ReportVerifier.ReportVerdict verdict(String export, String key)
      throws IOException {
    return ReportVerifier.verify(
        new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)), Map.of("", key));
  }
}
