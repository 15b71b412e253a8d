package io.svc.server.channels;

import static java.util.Objects.requireNonNull;

import io.svc.server.alerts.AlertMessage;
import io.svc.server.alerts.AlertMessenger;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.http.ApiException;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.IntegrationCategory;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.integrations.Integrations;
import io.svc.server.mail.DashboardLinks;
import io.svc.server.mail.Mail;
import io.svc.server.mail.MailException;
import io.svc.server.mail.Mailer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Sends messages through the integrations of a tenant. Safe for many threads. */
public final class ChannelMessenger implements AlertMessenger {
  private final Database database;
  private static final String REMOVED = "removed";
  private static final String DISABLED = "disabled";
  private static final String SMTP_NOT_CONFIGURED = "smtp_not_configured";
  private static final String MAIL_REJECTED = "mail_refused";

  private final Integrations integrations;
  private final OutgoingClient client;
  private final Optional<Mailer> mailer;
  private final DashboardLinks links;
  private final Clock clock;

  /**
   * Creates a messenger.
   *
   * @param mailer present if the server has a mail server
   * @param links links to the dashboard
   */
  public ChannelMessenger(
      Database database,
      Integrations integrations,
      OutgoingClient client,
      Optional<Mailer> mailer,
      DashboardLinks links,
      Clock clock) {
    this.database = database;
    this.integrations = integrations;
    this.client = client;
    this.mailer = mailer;
    this.links = links;
    this.clock = clock;
  }

  /** A channel with its secrets. */
  private record OpenedChannel(
      Integration integration,
      Map<String, String> settings,
      Optional<String> former,
      PlainHttpPolicy plain) {}

  @Override
  public List<String> types() {
    return Stream.of(IntegrationType.values())
        .filter(type -> type.category() == IntegrationCategory.NOTIFICATION)
        .map(IntegrationType::toString)
        .toList();
  }

  @Override
  public List<String> failureReasons() {
    List<String> reasons = new ArrayList<>(ChannelResponses.reasons());
    reasons.addAll(List.of(REMOVED, DISABLED, SMTP_NOT_CONFIGURED, MAIL_REJECTED));
    return reasons;
  }

  @Override
  public Outcome send(String integrationId, AlertMessage message) {
    try {
      Optional<OpenedChannel> opened = database.read(tx -> open(tx, message.org(), integrationId));
      if (opened.isEmpty()) {
        return Outcome.failed(Result.FAILED_FOR_GOOD, REMOVED, "The channel was deleted.");
      }
      if (!opened.get().integration().enabled()) {
        return Outcome.failed(Result.FAILED_FOR_GOOD, DISABLED, "The channel is disabled.");
      }
      return deliver(opened.get(), message);
    } catch (ApiException e) {
      return Outcome.failed(Result.FAILED_FOR_NOW, e.code().toString(), e.getMessage());
    }
  }

  private Optional<OpenedChannel> open(Tx tx, OrgId org, String id) {
    return integrations
        .find(tx, org, id)
        .map(
            integration ->
                new OpenedChannel(
                    integration,
                    integrations.settings(tx, org, id),
                    integrations.formerSecret(tx, org, id),
                    integrations.plainHttp(tx, org)));
  }

  private Outcome deliver(OpenedChannel channel, AlertMessage message) {
    RenderedAlert text = RenderedAlert.of(message, links);
    if (channel.integration().type() == IntegrationType.EMAIL) {
      return mail(channel, message, text);
    }
    OutgoingRequest request =
        ChannelRequests.of(
            channel.integration().type(),
            channel.settings(),
            channel.former(),
            message,
            text,
            clock.instant());
    try {
      return ChannelResponses.judged(
          channel.integration().type(), client.send(request, channel.plain()));
    } catch (OutgoingException e) {
      return ChannelResponses.judged(e);
    }
  }

  private Outcome mail(OpenedChannel channel, AlertMessage message, RenderedAlert text) {
    if (mailer.isEmpty()) {
      return Outcome.failed(
          Result.FAILED_FOR_GOOD,
          SMTP_NOT_CONFIGURED,
          "This server has no mail server; set smtp_url.");
    }
    List<String> recipients =
        List.of(requireNonNull(channel.settings().get("recipients")).split(",", -1));
    try {
      List<String> rejectedRecipients =
          mailer
              .get()
              .send(
                  new Mail(
                      recipients, text.subject(), text.plain(), Optional.of(message.messageId())));
      return rejectedRecipients.isEmpty()
          ? Outcome.delivered(0)
          : new Outcome(
              Result.DELIVERED,
              0,
              Optional.empty(),
              "",
              "The mail server rejected " + String.join(", ", rejectedRecipients) + ".");
    } catch (MailException e) {
      return Outcome.failed(
          e.isRetryable() ? Result.FAILED_FOR_NOW : Result.FAILED_FOR_GOOD,
          MAIL_REJECTED,
          e.getMessage() + ".");
    }
  }

  @Override
  public void settled(Tx tx, OrgId org, String integrationId, Outcome outcome) {
    if (outcome.result() == Result.DELIVERED) {
      integrations.succeeded(tx, org, integrationId);
    } else {
      integrations.failed(
          tx,
          org,
          integrationId,
          outcome.error(),
          outcome.reason().equals(ChannelResponses.UNAUTHORIZED));
    }
  }
}
