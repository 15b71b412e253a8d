package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Caller;
import io.svc.server.http.Rights;
import io.svc.server.http.Role;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SignInSessionStoreTest extends StoreContract {
  private static final Caller.Origin ORIGIN = new Caller.Origin("192.0.2.7", "browser", "req_1");

  private Database database;
  private Sessions sessions;
  private Account account;

  @BeforeEach
  void open() {
    database = store.migrated();
    Identifiers identifiers = new Identifiers(clock);
    sessions = new Sessions(database, identifiers, clock, Duration.ofHours(1), Duration.ofHours(8));
    account =
        database.write(
            tx ->
                new Accounts(identifiers)
                    .create(
                        tx,
                        "dana",
                        "dana@example.com",
                        "Dana",
                        Optional.empty(),
                        Optional.of(
                            new Accounts.Membership(
                                new Tenants(identifiers).create(tx, "Acme", "").id(),
                                Role.OPERATOR))));
  }

  @Test
  void a_session_identifies_its_user() {
    Caller caller = find(begin()).orElseThrow();

    assertThat(caller.id()).isEqualTo(account.userId());
    assertThat(caller.org()).isEqualTo(account.orgId());
    assertThat(caller.rights()).hasValue(Rights.of(Role.OPERATOR));
  }

  @Test
  void the_store_does_not_contain_the_session_token() throws Exception {
    String token = begin();

    assertThat(store.query("SELECT token_hash FROM web_session"))
        .singleElement()
        .asString()
        .doesNotContain(token);
    assertThat(find(token + "x")).isEmpty();
  }

  @Test
  void a_session_ends_when_nothing_was_asked_for_the_idle_time() {
    String token = begin();
    clock.advance(Duration.ofMinutes(59));
    assertThat(find(token)).isPresent();
    clock.advance(Duration.ofMinutes(59));
    assertThat(find(token)).isPresent();
    clock.advance(Duration.ofMinutes(60));
    assertThat(find(token)).isEmpty();
  }

  @Test
  void what_pages_ask_by_themselves_keeps_no_session() {
    String token = begin();
    clock.advance(Duration.ofMinutes(40));
    assertThat(sessions.find(token, ORIGIN, true)).isPresent();
    clock.advance(Duration.ofMinutes(40));
    assertThat(sessions.find(token, ORIGIN, true)).isEmpty();
  }

  @Test
  void a_session_ends_however_busy_it_is() {
    String token = begin();
    for (int i = 0; i < 15; i++) {
      clock.advance(Duration.ofMinutes(30));
      assertThat(find(token)).isPresent();
    }
    clock.advance(Duration.ofMinutes(30));
    assertThat(find(token)).isEmpty();
  }

  @Test
  void the_sessions_of_a_user_and_of_a_tenant_end_together() {
    String first = begin();
    String two = begin();
    database.change(tx -> sessions.endAll(tx, account.userId()));
    assertThat(find(first)).isEmpty();
    assertThat(find(two)).isEmpty();

    String three = begin();
    database.change(tx -> sessions.endAll(tx, account.orgId().orElseThrow()));
    assertThat(find(three)).isEmpty();
  }

  @Test
  void ended_sessions_are_swept_and_others_stay() throws Exception {
    begin();
    clock.advance(Duration.ofMinutes(61));
    String token = begin();

    sessions.sweep();

    assertThat(store.query("SELECT count(*) FROM web_session")).containsExactly("1");
    assertThat(find(token)).isPresent();
  }

  @Test
  void a_user_who_was_disabled_has_no_session() throws Exception {
    String token = begin();
    store.execute("UPDATE account SET status = 'disabled'");

    assertThat(find(token)).isEmpty();
  }

  private String begin() {
    return database.write(tx -> sessions.begin(tx, account, ORIGIN)).token();
  }

  private Optional<Caller> find(String token) {
    return sessions.find(token, ORIGIN, false);
  }
}
