package io.svc.server.incidents;

import io.svc.server.json.Json;
import io.svc.server.mail.Mail;
import io.svc.server.mail.MailException;
import io.svc.server.mail.Mailer;
import io.svc.server.outgoing.OutgoingClient;
import io.svc.server.outgoing.OutgoingException;
import io.svc.server.outgoing.OutgoingRequest;
import io.svc.server.outgoing.OutgoingResponse;
import io.svc.server.outgoing.PlainHttp;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends messages by email and to incoming webhooks of Slack. Starts no further email after ten
 * seconds.
 */
public final class IncidentMessenger implements IncidentChannel {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final OutgoingClient client;
  private final Optional<Mailer> mailer;

  public IncidentMessenger(OutgoingClient client, Optional<Mailer> mailer) {
    this.client = client;
    this.mailer = mailer;
  }

  @Override
  public Outcome send(Letter letter) {
    return switch (letter.medium()) {
      case EMAIL -> mail(letter);
      case SLACK -> post(letter);
    };
  }

  private Outcome mail(Letter letter) {
    if (mailer.isEmpty()) {
      return failed("This server has no mail server; set smtp_url.", List.of());
    }
    long start = System.nanoTime();
    List<String> reached = new ArrayList<>();
    for (String recipient : letter.recipients()) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        return failed("The mail server timed out; " + count(reached, letter), reached);
      }
      try {
        mailer.get().send(new Mail(recipient, letter.subject(), letter.body()));
        reached.add(recipient);
      } catch (MailException e) {
        return failed(e.getMessage() + "; " + count(reached, letter), reached);
      }
    }
    return new Outcome("", false, reached);
  }

  private static String count(List<String> reached, Letter letter) {
    return reached.size() + " of " + letter.recipients().size() + " recipients have it.";
  }

  private static Outcome failed(String error, List<String> reached) {
    return new Outcome(error, false, reached);
  }

  /** Escapes the three characters that are markup in Slack's text format. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private Outcome post(Letter letter) {
    if (letter.settings().isEmpty()) {
      return failed("No Slack integration is enabled.", List.of());
    }
    String subject = letter.subject().isEmpty() ? "" : "*" + escaped(letter.subject()) + "*\n";
    OutgoingRequest request =
        new OutgoingRequest(
            "POST",
            URI.create(letter.settings().get("webhookUrl")),
            Map.of("Content-Type", "application/json"),
            Json.bytes(Map.of("text", subject + escaped(letter.body()))));
    try {
      OutgoingResponse reply =
          client.send(
              request, letter.isPlainAllowed() ? PlainHttp.ANYWHERE : PlainHttp.OPENED_NETWORKS);
      if (reply.isSuccess()) {
        return new Outcome("", false, List.of());
      }
      boolean isRefused = reply.status() == 401 || reply.status() == 403;
      return new Outcome("Slack answered " + reply.status() + ".", isRefused, List.of());
    } catch (OutgoingException e) {
      return failed(e.getMessage(), List.of());
    }
  }
}
