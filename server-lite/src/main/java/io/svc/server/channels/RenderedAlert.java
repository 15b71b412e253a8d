package io.svc.server.channels;

import io.svc.server.alerts.Alert;
import io.svc.server.alerts.AlertMessage;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.MessageKind;
import io.svc.server.alerts.MessageTemplate;
import io.svc.server.mail.DashboardLinks;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A message for people. Arguments of tools and evidence are omitted, because more people can read a
 * channel than the alert.
 *
 * @param subject one line
 * @param body the message in lines, without the URL
 * @param url the URL of the alert's page
 */
record RenderedAlert(String subject, String body, String url) {
  static RenderedAlert of(AlertMessage message, DashboardLinks links) {
    Alert alert = message.alert();
    String url = links.to(page(alert));
    String head =
        message.kind() == MessageKind.RESOLVED
            ? "Resolved"
            : alert.severity().label().toUpperCase(Locale.ROOT);
    String subject = oneLine("[" + head + "] " + alert.title());
    return new RenderedAlert(
        subject,
        message.template().isEmpty() || message.kind() == MessageKind.RESOLVED
            ? usual(subject, alert)
            : MessageTemplate.fill(message.template(), placeholders(alert, url)),
        url);
  }

  /** Returns the URL of the page, which requires sign-in and grants no access by itself. */
  private static String page(Alert alert) {
    return isQuestion(alert) ? "/approvals/" + alert.destination() : "/alerts/" + alert.alertId();
  }

  private static boolean isQuestion(Alert alert) {
    return alert.threatType().equals(Alerts.APPROVAL_REQUESTED);
  }

  private static String usual(String subject, Alert alert) {
    StringBuilder text = new StringBuilder(subject);
    if (isQuestion(alert)) {
      line(text, "Approval", alert.destination());
      line(text, "Agent", alert.agentName());
      line(text, "Call", alert.description());
      return text.toString();
    }
    line(text, "Threat", alert.threatType());
    line(text, "Agent", alert.agentName());
    line(text, "Environment", alert.environment());
    line(text, "Destination", alert.destination());
    line(text, "Occurrences", Long.toString(alert.occurrences()));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append('\n').append(name).append(": ").append(oneLine(value));
    }
  }

  private static Map<String, String> placeholders(Alert alert, String url) {
    Map<String, String> placeholders = new LinkedHashMap<>();
    placeholders.put("title", oneLine(alert.title()));
    placeholders.put("severity", alert.severity().label());
    placeholders.put("threat_type", alert.threatType());
    placeholders.put("agent_name", oneLine(alert.agentName()));
    placeholders.put("environment", oneLine(alert.environment()));
    placeholders.put("occurrences", Long.toString(alert.occurrences()));
    placeholders.put("source", alert.source());
    placeholders.put("url", url);
    return placeholders;
  }

  /** Removes line breaks from external text. */
  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
  }

  /** Returns the text for email. */
  String plain() {
    return body.replace("\r\n", "\n").replace("\n", "\r\n") + "\r\n\r\n" + url + "\r\n";
  }

  /** Returns the text for Slack and compatible services. */
  String slack() {
    return escaped(body) + "\n<" + url + "|Open in the dashboard>";
  }

  /** Escapes the three special characters of Slack's markup. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
