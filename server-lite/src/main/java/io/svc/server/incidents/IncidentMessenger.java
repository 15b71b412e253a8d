package io.svc.server.incidents;

import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.egress.OutgoingResponse;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.json.Json;
import io.svc.server.mail.Mail;
import io.svc.server.mail.MailException;
import io.svc.server.mail.Mailer;
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
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final OutgoingClient client;
  private final Optional<Mailer> mailer;

  public IncidentMessenger(OutgoingClient client, Optional<Mailer> mailer) {
    this.client = client;
    this.mailer = mailer;
  }

  @Override
  public Outcome send(OutgoingMessage message) {
    return switch (message.medium()) {
      case EMAIL -> mail(message);
      case SLACK -> post(message);
    };
  }

  private Outcome mail(OutgoingMessage message) {
    if (mailer.isEmpty()) {
      return failed("This server has no mail server; set smtp_url.", List.of());
    }
    long start = System.nanoTime();
    List<String> reached = new ArrayList<>();
    for (String recipient : message.recipients()) {
      if (System.nanoTime() - start > TIMEOUT.toNanos()) {
        return failed("The mail server timed out; " + count(reached, message), reached);
      }
      try {
        mailer.get().send(new Mail(recipient, message.subject(), message.body()));
        reached.add(recipient);
      } catch (MailException e) {
        return failed(e.getMessage() + "; " + count(reached, message), reached);
      }
    }
    return new Outcome("", false, reached);
  }

  private static String count(List<String> reached, OutgoingMessage message) {
    return reached.size() + " of " + message.recipients().size() + " recipients have it.";
  }

  private static Outcome failed(String error, List<String> reached) {
    return new Outcome(error, false, reached);
  }

  /** Escapes the three characters that are markup in Slack's text format. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private Outcome post(OutgoingMessage message) {
    if (message.settings().isEmpty()) {
      return failed("No Slack integration is enabled.", List.of());
    }
    String subject = message.subject().isEmpty() ? "" : "*" + escaped(message.subject()) + "*\n";
    OutgoingRequest request =
        new OutgoingRequest(
            "POST",
            URI.create(message.settings().get("webhookUrl")),
            Map.of("Content-Type", "application/json"),
            Json.bytes(Map.of("text", subject + escaped(message.body()))));
    try {
      OutgoingResponse reply =
          client.send(
              request,
              message.isPlainAllowed()
                  ? PlainHttpPolicy.ANYWHERE
                  : PlainHttpPolicy.OPENED_NETWORKS);
      if (reply.isSuccess()) {
        return new Outcome("", false, List.of());
      }
      boolean isUnauthorized = reply.status() == 401 || reply.status() == 403;
      return new Outcome("Slack responded with " + reply.status() + ".", isUnauthorized, List.of());
    } catch (OutgoingException e) {
      return failed(e.getMessage(), List.of());
    }
  }
}
