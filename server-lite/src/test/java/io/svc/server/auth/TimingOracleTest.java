package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.config.RegistrationPolicy;
import io.svc.server.db.Database;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Role;
import io.svc.server.invitations.Invitation;
import io.svc.server.invitations.Invitations;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Requests without authentication do the same work whether or not an account exists: the same
 * statements in the same order, so that neither time nor load shows which addresses are known.
 */
class TimingOracleTest extends StoreContract {
  private static final String PASSWORD = "a stable full of horses";
  private static final String LINK = "https://svc.example.com/reset#token=";

  private final List<String> statements = Collections.synchronizedList(new ArrayList<>());
  private final Passwords passwords = Passwords.ofMemory(64);
  private Database database;
  private Workspace workspace;
  private Invitations invitations;
  private PasswordResets resets;
  private PasswordSignIn signIn;

  @BeforeEach
  void open() throws Exception {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    Sessions sessions =
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
    invitations = workspace.invitations(false);
    signIn =
        new PasswordSignIn(
            database,
            workspace.accounts(),
            workspace.tenants(),
            passwords,
            sessions,
            new LoginThrottle(database, clock),
            workspace.audit(),
            RegistrationPolicy.OPEN);
    String hash = passwords.hash(PASSWORD);
    for (String name : List.of("eli", "finn")) {
      database.change(
          tx ->
              workspace
                  .accounts()
                  .create(
                      tx,
                      name,
                      name + "@example.com",
                      name,
                      Optional.of(hash),
                      Optional.of(new Accounts.Membership(workspace.org(), Role.VIEWER))));
    }
    store.execute("UPDATE account SET status = 'disabled' WHERE username = 'finn'");
    record("readers");
    record("writers");
    // The first entry of an audit chain takes more than later ones.
    failToSignIn("nobody");
    failToSignIn("eli");
  }

  private void record(String field) throws Exception {
    Field jdbi = Database.class.getDeclaredField(field);
    jdbi.setAccessible(true);
    ((Jdbi) jdbi.get(database))
        .setSqlLogger(
            new SqlLogger() {
              @Override
              public void logAfterExecution(StatementContext context) {
                statements.add(context.getRenderedSql());
              }
            });
  }

  private List<String> statementsOf(Runnable work) {
    statements.clear();
    work.run();
    return List.copyOf(statements);
  }

  private void failToSignIn(String login) {
    assertThatThrownBy(
            () -> signIn.signIn(login, "not the password", Optional.empty(), Workspace.ORIGIN))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.code().toString()).isEqualTo("invalid_credentials"));
  }

  @Test
  void a_password_reset_costs_one_statement_for_any_caller() {
    List<String> unknown =
        statementsOf(() -> resets.requestReset("nobody@example.com", LINK, Workspace.ORIGIN));

    assertThat(unknown).hasSize(1);
    for (String login :
        List.of("dana@example.com", "dana", "eli@example.com", "finn@example.com", "", "no mail")) {
      assertThat(statementsOf(() -> resets.requestReset(login, LINK, Workspace.ORIGIN)))
          .as(login)
          .isEqualTo(unknown);
    }
    for (int i = 0; i < 8; i++) {
      // Beyond those that get a mail, answered and not.
      assertThat(
              statementsOf(() -> resets.requestReset("dana@example.com", LINK, Workspace.ORIGIN)))
          .isEqualTo(unknown);
      resets.answer();
    }
  }

  @Test
  void a_failed_sign_in_takes_the_same_statements_for_any_caller() {
    List<String> unknown = statementsOf(() -> failToSignIn("someone-else"));

    assertThat(unknown).isNotEmpty();
    // Without a password as after single sign-on, with another password, disabled, by its address.
    for (String login : List.of("dana", "finn", "dana@example.com", "finn@example.com")) {
      assertThat(statementsOf(() -> failToSignIn(login))).as(login).isEqualTo(unknown);
    }
    assertThat(statementsOf(() -> failToSignIn("another"))).isEqualTo(unknown);
  }

  @Test
  void a_password_token_takes_the_same_statements_whatever_is_wrong_with_it() throws Exception {
    resets.requestReset("eli", LINK, Workspace.ORIGIN);
    resets.answer();
    String expired = "expired";
    store.execute("UPDATE password_reset SET token_hash = '" + Call.sha256(expired) + "'");
    clock.advance(Duration.ofHours(2));

    assertThat(statementsOf(() -> assertRejected(expired)))
        .isEqualTo(statementsOf(() -> assertRejected("unknown")));
  }

  /**
   * The path of an invitation. The start of single sign-on, {@code /api/auth/sso/authorize}, takes
   * neither an address nor a workspace: there is nothing that it could reveal.
   */
  @Test
  void an_invitation_token_takes_the_same_statements_whatever_is_wrong_with_it() {
    String expired = invite();
    clock.advance(Duration.ofDays(7));
    String replaced = invite();
    String used = invite();
    assertThat(database.<Boolean>write(tx -> invitations.redeem(tx, used).isPresent())).isTrue();

    List<String> unknown = statementsOf(() -> redeem("unknown"));

    assertThat(unknown).hasSize(1);
    for (String token : List.of(expired, replaced, used)) {
      assertThat(statementsOf(() -> redeem(token))).isEqualTo(unknown);
    }
  }

  /** Replaces earlier ones to the same address. */
  private String invite() {
    return invitations
        .invite(workspace.caller(), "gil@example.com", Role.VIEWER, "")
        .url()
        .orElseThrow()
        .replaceAll(".*#token=", "");
  }

  private void redeem(String token) {
    assertThat(database.<Optional<Invitation>>write(tx -> invitations.redeem(tx, token))).isEmpty();
  }

  private void assertRejected(String token) {
    assertThatThrownBy(() -> resets.reset(token, PASSWORD, Workspace.ORIGIN))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code().toString()).isEqualTo("token_invalid"));
  }
}
