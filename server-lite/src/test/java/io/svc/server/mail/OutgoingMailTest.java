package io.svc.server.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import jakarta.mail.internet.MimeMessage;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
class OutgoingMailTest extends StoreContract {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");

  private GreenMail server;
  private Database database;
  private OutgoingMail mail;

  @BeforeEach
  void start() {
    server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
    database = store.migrated();
    mail =
        new OutgoingMail(database, new Identifiers(clock), new Keyring(TestKeys.create(directory)));
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  @Test
  void a_mail_arrives_once_and_is_not_kept() throws Exception {
    post("dana@example.com");
    assertThat(store.query("SELECT sealed FROM outgoing_mail"))
        .singleElement()
        .asString()
        .isNotEmpty()
        .doesNotContain("secret", "dana");

    mail.deliver(mailer());
    mail.deliver(mailer());

    assertThat(server.getReceivedMessages()).hasSize(1);
    MimeMessage received = server.getReceivedMessages()[0];
    assertThat(received.getSubject()).isEqualTo("You are invited");
    assertThat(received.getContent().toString()).contains("https://svc.example.com/#secret");
    assertThat(status()).containsExactly("delivered||1|");
  }

  @Test
  void more_than_are_taken_at_once_arrive_in_one_go() {
    for (int i = 0; i < 23; i++) {
      post("dana" + i + "@example.com");
    }

    mail.deliver(mailer());

    assertThat(recipients()).hasSize(23).doesNotHaveDuplicates();
  }

  @Test
  void a_failed_mail_is_retried_without_delaying_others() throws Exception {
    post("dana@example.com");
    int port = server.getSmtp().getPort();
    server.stop();

    mail.deliver(mailer(port));

    assertThat(store.query("SELECT next_at - created_at FROM outgoing_mail"))
        .containsExactly("60000");
    assertThat(store.query("SELECT last_error FROM outgoing_mail"))
        .containsExactly("Mail server \"127.0.0.1:" + port + "\" refused the connection");
    server.start();
    post("finn@example.com");
    mail.deliver(mailer());
    assertThat(recipients()).containsExactly("finn@example.com");
    clock.advance(Duration.ofMinutes(1));
    mail.deliver(mailer());
    assertThat(recipients()).containsExactly("finn@example.com", "dana@example.com");
  }

  @Test
  void a_mail_that_fails_repeatedly_is_given_up() throws Exception {
    post("dana@example.com");
    int port = server.getSmtp().getPort();
    server.stop();
    for (int i = 0; i < 10; i++) {
      mail.deliver(mailer(port));
      clock.advance(Duration.ofHours(12));
    }

    assertThat(store.query("SELECT status FROM outgoing_mail")).containsExactly("failed");
    assertThat(store.query("SELECT sealed FROM outgoing_mail")).containsExactly("");
    assertThat(store.query("SELECT attempts FROM outgoing_mail")).containsExactly("6");
  }

  @Test
  void a_mail_that_was_sealed_with_another_key_is_given_up() throws Exception {
    OutgoingMail before =
        new OutgoingMail(database, new Identifiers(clock), new Keyring(TestKeys.create(directory)));
    database.change(
        tx -> before.post(tx, ORG, "inv_1", "dana@example.com", "Hello", List.of("text")));
    post("finn@example.com");

    mail.deliver(mailer());

    assertThat(recipients()).containsExactly("finn@example.com");
    assertThat(status())
        .contains("failed|the mail cannot be decrypted: the master key was changed|1|");
  }

  @Test
  void a_mail_with_an_expired_lease_is_sent_again() {
    post("dana@example.com");
    database.change(
        tx -> tx.on(MailStore.class).take(tx.now(), tx.now().plus(Duration.ofMinutes(10)), 10));

    mail.deliver(mailer());
    assertThat(server.getReceivedMessages()).isEmpty();
    clock.advance(Duration.ofMinutes(10));
    mail.deliver(mailer());
    assertThat(recipients()).containsExactly("dana@example.com");
  }

  @Test
  void of_servers_that_deliver_together_one_sends_each() throws Exception {
    for (int i = 0; i < 30; i++) {
      post("dana" + i + "@example.com");
    }

    List<Crowd.Outcome<Boolean>> outcomes =
        Crowd.of(
            3,
            i ->
                () -> {
                  mail.deliver(mailer());
                  return true;
                });

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(recipients()).hasSize(30).doesNotHaveDuplicates();
  }

  @Test
  void what_was_sent_long_ago_is_forgotten_and_what_is_to_be_sent_is_not() throws Exception {
    post("dana@example.com");
    mail.deliver(mailer());
    clock.advance(Duration.ofDays(31));
    mail.sweep();
    post("finn@example.com");
    clock.advance(Duration.ofDays(31));
    mail.sweep();

    assertThat(store.query("SELECT status FROM outgoing_mail")).containsExactly("pending");
  }

  private void post(String to) {
    database.change(
        tx ->
            mail.post(
                tx,
                ORG,
                "inv_1",
                to,
                "You are invited",
                List.of("Hello.", "https://svc.example.com/#secret")));
  }

  private List<String> status() throws Exception {
    return store.query(
        "SELECT status || '|' || last_error || '|' || attempts || '|' || sealed"
            + " FROM outgoing_mail ORDER BY mail_id");
  }

  private List<String> recipients() {
    return Stream.of(server.getReceivedMessages())
        .map(
            message -> {
              try {
                return message.getAllRecipients()[0].toString();
              } catch (jakarta.mail.MessagingException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  private Mailer mailer() {
    return mailer(server.getSmtp().getPort());
  }

  private static Mailer mailer(int port) {
    return new Mailer(
        MailSettings.parse("smtp://127.0.0.1:" + port + "?starttls=off&from=svc@example.com"),
        Clock.systemUTC(),
        NetworkGuard.ofOperator(() -> 0));
  }
}
