package io.svc.server.integrations;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.egress.OutgoingResponse;
import io.svc.server.egress.PlainHttpPolicy;
import io.svc.server.integrations.Probe.TestResult.Failure;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.mail.Mail;
import io.svc.server.mail.MailException;
import io.svc.server.mail.Mailer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Tests whether an integration works by using it. Blocks until the other side responds. */
final class Probe {
  private static final String SUBJECT = "[Test] Svc Preflight";
  private static final String TEXT =
      "This is a test message of Svc Preflight. Nothing happened.\r\n";

  private final OutgoingClient client;
  private final Optional<Mailer> mailer;
  private final Clock clock;

  Probe(OutgoingClient client, Optional<Mailer> mailer, Clock clock) {
    this.client = client;
    this.mailer = mailer;
    this.clock = clock;
  }

  TestResult run(String id, IntegrationSettings settings, PlainHttpPolicy plain) {
    if (settings.type().isScanned() && !settings.canReadWorkflows()) {
      return new TestResult(false, 0, Optional.of(notConfigured(settings)));
    }
    long start = System.nanoTime();
    Optional<Failure> failure =
        settings.type() == IntegrationType.EMAIL ? mail(settings) : call(id, settings, plain);
    long latency = Duration.ofNanos(System.nanoTime() - start).toMillis();
    return new TestResult(failure.isEmpty(), latency, failure);
  }

  private static Failure notConfigured(IntegrationSettings settings) {
    return new Failure(
        "not_configured",
        "There is nothing to test: "
            + String.join(", ", settings.type().credentials())
            + " is not set, so that only exports are read.");
  }

  private Optional<Failure> call(String id, IntegrationSettings settings, PlainHttpPolicy plain) {
    for (OutgoingRequest request : ProbeRequests.of(id, settings, clock.instant())) {
      try {
        Optional<Failure> failure = judged(settings, client.send(request, plain));
        if (failure.isPresent()) {
          return failure;
        }
      } catch (OutgoingException e) {
        return Optional.of(new Failure(e.reason().toString(), e.getMessage()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Failure> judged(IntegrationSettings settings, OutgoingResponse reply) {
    String platformName = settings.type().toString();
    if (reply.status() == 401 || reply.status() == 403) {
      return Optional.of(
          new Failure(
              Failure.UNAUTHORIZED, platformName + " responded with " + reply.status() + "."));
    }
    if (settings.type() == IntegrationType.POWER_AUTOMATE && reply.status() == 400) {
      // RFC 6749, section 5.2: status 400 is also returned for client errors.
      return Optional.of(
          new Failure(
              Failure.UNAUTHORIZED, platformName + " rejected the client with status 400."));
    }
    if (!reply.isSuccess()) {
      return unexpected(
          platformName + " responded with " + reply.status() + "; expected a 2xx status.");
    }
    return settings.type() == IntegrationType.OIDC
        ? judgedIssuer(settings, reply)
        : Optional.empty();
  }

  private static Optional<Failure> judgedIssuer(
      IntegrationSettings settings, OutgoingResponse reply) {
    String issuer = withoutSlash(requireNonNull(settings.values().get("issuer")));
    try {
      JsonNode reported = Json.read(reply.body()).path("issuer");
      return withoutSlash(reported.asText()).equals(issuer)
          ? Optional.empty()
          : unexpected("The provider does not have the issuer \"" + issuer + "\".");
    } catch (BadJsonException e) {
      return unexpected("The provider's metadata is not JSON.");
    }
  }

  private static String withoutSlash(String address) {
    return address.replaceAll("/+$", "");
  }

  private static Optional<Failure> unexpected(String message) {
    return Optional.of(new Failure("unexpected_answer", message));
  }

  private Optional<Failure> mail(IntegrationSettings settings) {
    if (mailer.isEmpty()) {
      return Optional.of(
          new Failure("smtp_not_configured", "This server has no mail server; set smtp_url."));
    }
    try {
      List<String> recipients =
          List.of(requireNonNull(settings.values().get("recipients")).split(",", -1));
      List<String> rejectedRecipients =
          mailer.get().send(new Mail(recipients, SUBJECT, TEXT, Optional.empty()));
      return rejectedRecipients.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Failure(
                  "mail_refused",
                  "The mail server rejected " + String.join(", ", rejectedRecipients) + "."));
    } catch (MailException e) {
      return Optional.of(new Failure("mail_refused", e.getMessage()));
    }
  }

  /**
   * The result of a connection test.
   *
   * @param latencyMs the total time until the response
   */
  record TestResult(boolean ok, long latencyMs, Optional<Failure> error) {
    /**
     * The reason of a failed test.
     *
     * @param code {@code unauthorized}, {@code unexpected_answer}, {@code smtp_not_configured},
     *     {@code not_configured}, {@code mail_refused}, or why no response was received
     * @param message a sentence for the interface
     */
    record Failure(String code, String message) {
      static final String UNAUTHORIZED = "unauthorized";
    }

    /** Returns whether the credentials were rejected, which a retry does not fix. */
    boolean isCredentialRejection() {
      return error.filter(failure -> failure.code().equals(Failure.UNAUTHORIZED)).isPresent();
    }
  }
}
