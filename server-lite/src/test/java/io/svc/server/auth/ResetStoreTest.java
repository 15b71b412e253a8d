package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Passwords;
import io.svc.server.db.Database;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResetStoreTest extends StoreContract {
  private static final String PASSWORD = "a stable full of horses";

  private final Passwords passwords = Passwords.ofMemory(64);
  private Database database;
  private Workspace workspace;
  private Sessions sessions;
  private PasswordResets resets;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    sessions =
        new Sessions(
            database, workspace.identifiers(), clock, Duration.ofHours(1), Duration.ofHours(8));
    resets =
        new PasswordResets(
            database,
            workspace.identifiers(),
            workspace.accounts(),
            passwords,
            sessions,
            workspace.mail(),
            workspace.audit(),
            workspace.keyring());
  }

  @Test
  void a_link_is_mailed_and_sets_a_password_once() throws Exception {
    String token = token();
    String session =
        database.write(tx -> sessions.begin(tx, workspace.admin(), Workspace.ORIGIN)).token();

    resets.reset(token, PASSWORD, Workspace.ORIGIN);

    Account after = database.read(tx -> workspace.accounts().get(tx, workspace.admin().userId()));
    assertThat(passwords.matches(PASSWORD, after.passwordHash())).isTrue();
    assertThat(sessions.find(session, Workspace.ORIGIN, false)).isEmpty();
    assertRejected(token);
  }

  @Test
  void a_link_is_good_for_an_hour() throws Exception {
    String token = token();
    clock.advance(Duration.ofHours(1));

    assertRejected(token);
  }

  @Test
  void asking_again_makes_the_first_link_worthless() throws Exception {
    String first = token();
    String second = token();

    assertRejected(first);
    resets.reset(second, PASSWORD, Workspace.ORIGIN);
  }

  @Test
  void one_of_many_who_use_a_link_at_once_gets_through() throws Exception {
    String token = token();

    List<Crowd.Outcome<Boolean>> outcomes =
        Crowd.of(
            4,
            i ->
                () -> {
                  resets.reset(token, PASSWORD, Workspace.ORIGIN);
                  return true;
                });

    assertThat(outcomes.stream().filter(outcome -> outcome.failure() == null)).hasSize(1);
    assertThat(outcomes.stream().filter(outcome -> outcome.failure() != null))
        .allSatisfy(outcome -> assertThat(outcome.failure()).isInstanceOf(ApiException.class));
  }

  @Test
  void an_address_gets_five_mails_in_a_quarter_of_an_hour() throws Exception {
    for (int i = 0; i < 9; i++) {
      requestReset("dana@example.com");
    }
    assertThat(mails()).isEqualTo(5);
    clock.advance(Duration.ofMinutes(16));
    requestReset("DANA@example.com");
    assertThat(mails()).isEqualTo(6);
  }

  @Test
  void an_unknown_address_gets_no_link() throws Exception {
    requestReset("nobody@example.com");

    assertThat(mails()).isZero();
    assertThat(store.query("SELECT count(*) FROM reset_request")).containsExactly("1");
  }

  @Test
  void a_password_that_is_no_good_leaves_the_link_good() throws Exception {
    String token = token();

    assertThatThrownBy(() -> resets.reset(token, "dana@example.com", Workspace.ORIGIN))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION_FAILED));
    resets.reset(token, PASSWORD, Workspace.ORIGIN);
  }

  @Test
  void what_has_ended_is_swept() throws Exception {
    token();
    clock.advance(Duration.ofMinutes(61));

    resets.sweep(clock.instant());

    assertThat(store.query("SELECT count(*) FROM password_reset")).containsExactly("0");
    assertThat(store.query("SELECT count(*) FROM reset_request")).containsExactly("0");
  }

  /** Asks for a link; its token, which goes by mail alone, is put in place of the mailed one. */
  private String token() throws Exception {
    requestReset("dana@example.com");
    String token = workspace.identifiers().token();
    store.execute("UPDATE password_reset SET token_hash = '" + Call.sha256(token) + "'");
    return token;
  }

  private void requestReset(String email) {
    resets.requestReset(email, "https://svc.example.com/reset#token=", Workspace.ORIGIN);
    resets.answer();
  }

  private int mails() throws Exception {
    return Integer.parseInt(store.query("SELECT count(*) FROM outgoing_mail").get(0));
  }

  private void assertRejected(String token) {
    assertThatThrownBy(() -> resets.reset(token, PASSWORD, Workspace.ORIGIN))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOKEN_INVALID));
  }
}
