package io.svc.server.mail;

import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mail outbox: mails are stored in the transaction of their cause, sealed because they contain
 * sign-in links, and sent by a job.
 */
public final class OutgoingMail {
  private static final Logger LOG = LoggerFactory.getLogger(OutgoingMail.class);
  private static final String USE = "outgoing mail";
  private static final int AT_ONCE = 10;

  /** Longer than ten mails take when their server never responds. */
  private static final Duration LEASE = Duration.ofMinutes(10);

  private static final Duration RETENTION = Duration.ofDays(30);

  private static final List<Duration> DELAYS =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(12));

  private final Database database;
  private final Identifiers identifiers;
  private final Keyring key;

  public OutgoingMail(Database database, Identifiers identifiers, Keyring key) {
    this.database = database;
    this.identifiers = identifiers;
    this.key = key;
  }

  /** The sealed content of a mail. */
  record MailContent(String to, String subject, String text) {}

  /**
   * Adds a mail to the outbox, in the transaction of its cause.
   *
   * @param subjectId the user or invitation that the mail is about
   */
  public void post(
      Tx tx, OrgId org, String subjectId, String to, String subject, List<String> paragraphs) {
    String text = String.join("\r\n\r\n", paragraphs) + "\r\n";
    tx.on(MailStore.class)
        .insert(
            org,
            identifiers.next("mail_"),
            subjectId,
            key.seal(USE, Json.text(new MailContent(to, subject, text))),
            tx.now());
  }

  /** Sends due mails. A mail that fails does not delay others. */
  public void deliver(Mailer mailer) {
    List<MailStore.Row> leased;
    do {
      leased =
          database.write(
              tx -> tx.on(MailStore.class).take(tx.now(), tx.now().plus(LEASE), AT_ONCE));
      leased.forEach(row -> deliver(mailer, row));
    } while (leased.size() == AT_ONCE);
  }

  private void deliver(Mailer mailer, MailStore.Row row) {
    Optional<MailContent> message =
        key.open(USE, row.sealed()).map(json -> Json.readStored(json, MailContent.class));
    if (message.isEmpty()) {
      storeResult(row, "failed", "the mail cannot be decrypted: the master key was changed");
      return;
    }
    try {
      mailer.send(new Mail(message.get().to(), message.get().subject(), message.get().text()));
      storeResult(row, "delivered", "");
    } catch (MailException e) {
      LOG.warn(
          "mail {} was not sent (attempt {}): {}", row.mailId(), row.attempts(), e.getMessage());
      if (!e.isRetryable() || row.attempts() > DELAYS.size()) {
        storeResult(row, "failed", e.getMessage());
        return;
      }
      Duration delay = DELAYS.get(row.attempts() - 1);
      database.change(
          tx ->
              tx.on(MailStore.class)
                  .postpone(row.orgId(), row.mailId(), tx.now().plus(delay), e.getMessage()));
    } catch (IllegalArgumentException e) {
      storeResult(row, "failed", "the address or the subject cannot be sent");
    }
  }

  private void storeResult(MailStore.Row row, String status, String error) {
    database.change(tx -> tx.on(MailStore.class).settle(row.orgId(), row.mailId(), status, error));
  }

  /** Returns the number of pending mails. */
  public long countPending() {
    return database.read(tx -> tx.on(MailStore.class).countPending());
  }

  /** Deletes old mails that were sent or given up. */
  public void sweep() {
    database.change(tx -> tx.on(MailStore.class).deleteSettled(tx.now().minus(RETENTION)));
  }

  /** Returns the status of the last mail about a subject. */
  public Optional<String> status(Tx tx, OrgId org, String subjectId) {
    return tx.on(MailStore.class).status(org, subjectId);
  }

  /** Returns the status of the last mail about each subject of a tenant. */
  public Map<String, String> statuses(Tx tx, OrgId org) {
    Map<String, String> latest = new HashMap<>();
    for (MailStore.Outcome outcome : tx.on(MailStore.class).outcomes(org)) {
      latest.put(outcome.subjectId(), outcome.status());
    }
    return latest;
  }

  /** Deletes everything of a tenant. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "outgoing_mail");
  }
}
