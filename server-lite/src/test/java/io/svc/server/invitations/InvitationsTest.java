package io.svc.server.invitations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.db.Database;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Role;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InvitationsTest extends StoreContract {
  private static final String LINK = "https://svc.example.com/invite#token=";

  private Database database;
  private Workspace workspace;
  private Invitations invitations;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    invitations = workspace.invitations(false);
  }

  @Test
  void a_link_is_good_once() {
    String token = invite("finn@example.com");

    Invitation redeemed = redeem(token).orElseThrow();

    assertThat(redeemed.orgId()).isEqualTo(workspace.org());
    assertThat(redeemed.email()).isEqualTo("finn@example.com");
    assertThat(redeemed.role()).isEqualTo(Role.OPERATOR);
    assertThat(redeemed.status()).isEqualTo(Invitation.Status.ACCEPTED);
    assertThat(redeem(token)).isEmpty();
  }

  @Test
  void a_link_that_is_used_by_many_at_once_is_good_for_one() throws Exception {
    String token = invite("finn@example.com");

    List<Crowd.Outcome<Optional<Invitation>>> outcomes = Crowd.of(6, i -> () -> redeem(token));

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(outcomes.stream().filter(outcome -> outcome.result().isPresent())).hasSize(1);
  }

  @Test
  void a_link_is_good_for_a_week() {
    String token = invite("finn@example.com");
    clock.advance(Duration.ofDays(7));

    assertThat(redeem(token)).isEmpty();
    assertThat(list().get(0).statusAt(clock.instant())).isEqualTo(Invitation.Status.EXPIRED);
  }

  @Test
  void the_latest_invitation_counts() {
    String first = invite("finn@example.com");
    String second = invite("FINN@example.com");

    assertThat(redeem(first)).isEmpty();
    assertThat(redeem(second)).isPresent();
  }

  @Test
  void concurrent_invitations_of_one_address_create_one_invitation() throws Exception {
    List<Crowd.Outcome<String>> outcomes = Crowd.of(8, i -> () -> invite("finn@example.com"));

    assertThat(outcomes.stream().filter(outcome -> outcome.failure() != null))
        .allSatisfy(
            outcome ->
                assertThat(outcome.failure())
                    .isInstanceOf(ApiException.class)
                    .hasMessage("Another member just invited \"finn@example.com\"."));
    assertThat(list().stream().filter(i -> i.status() == Invitation.Status.PENDING)).hasSize(1);
    assertThat(
            outcomes.stream()
                .filter(outcome -> outcome.failure() == null)
                .filter(outcome -> redeem(outcome.result()).isPresent()))
        .hasSize(1);
  }

  @Test
  void an_invitation_that_was_taken_back_is_no_longer_good() {
    String token = invite("finn@example.com");

    invitations.revoke(workspace.caller(), list().get(0).invitationId());

    assertThat(redeem(token)).isEmpty();
  }

  @Test
  void only_its_own_tenant_can_take_an_invitation_back() {
    String token = invite("finn@example.com");
    Caller stranger = Workspace.caller(workspace.newAdmin("olga"));
    String id = list().get(0).invitationId();

    assertThatThrownBy(() -> invitations.revoke(stranger, id))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(redeem(token)).isPresent();
  }

  @Test
  void a_member_is_not_invited() {
    assertThatThrownBy(() -> invite("dana@example.com"))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
  }

  @Test
  void an_address_that_is_proved_uses_up_its_latest_invitation() {
    invite("finn@example.com");

    assertThat(database.<Optional<Invitation>>write(tx -> redeemFor(tx))).isPresent();
    assertThat(database.<Optional<Invitation>>write(tx -> redeemFor(tx))).isEmpty();
  }

  private Optional<Invitation> redeemFor(io.svc.server.db.Tx tx) {
    return invitations.redeemFor(tx, " Finn@Example.com");
  }

  @Test
  void where_mail_is_set_up_the_link_goes_by_mail_alone() throws Exception {
    Invitations.CreatedInvitation created =
        workspace
            .invitations(true)
            .invite(workspace.caller(), "finn@example.com", Role.VIEWER, "Welcome!");

    assertThat(created.url()).isEmpty();
    assertThat(store.query("SELECT subject_id FROM outgoing_mail"))
        .containsExactly(created.invitation().invitationId());
    assertThat(database.<String>read(tx -> invitations.delivery(tx, created.invitation())))
        .isEqualTo("pending");
  }

  private String invite(String email) {
    String url =
        invitations.invite(workspace.caller(), email, Role.OPERATOR, "").url().orElseThrow();
    assertThat(url).startsWith(LINK);
    return url.substring(LINK.length());
  }

  private Optional<Invitation> redeem(String token) {
    return database.write(tx -> invitations.redeem(tx, token));
  }

  private List<Invitation> list() {
    return database.read(tx -> invitations.list(tx, workspace.org()));
  }
}
