package io.svc.scanner.checks.network;

import io.svc.rules.Severity;
import io.svc.scanner.address.IpNumber.Reachability;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.LaunchSetting;
import io.svc.scanner.launch.ServerAddress;
import io.svc.scanner.launch.ServerAddress.Reliability;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Detects addresses with an unknown operator, and services that collect the data sent to them.
 * Outside of server addresses only the latter are reported, because variables and arguments contain
 * all kinds of addresses.
 */
public final class SuspiciousUrlHostDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "transport/suspicious-url-host",
          "suspicious_url_host",
          Severity.MEDIUM,
          "an address hides who operates the host",
          "Use the address that the publisher of the service documents, under the publisher's own"
              + " domain.");

  /** Top-level domains that make the part before {@code @} look like a host. */
  private static final Set<String> WELL_KNOWN_ENDINGS =
      Set.of("com", "net", "org", "io", "dev", "ai", "app", "co", "cloud", "sh", "gov", "edu");

  private static final int LONGEST_LABELS = 253;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Set<ConfigText> reported = Collections.newSetFromMap(new IdentityHashMap<>());
    for (McpServer server : subject.config().entries()) {
      // Most servers report nothing, so that they share one set.
      reported = reported.isEmpty() ? reported : Collections.newSetFromMap(new IdentityHashMap<>());
      for (ServerAddress address : subject.facts(server).addresses()) {
        String reason = reason(address);
        if (!reason.isEmpty() && reported.add(address.origin())) {
          detections.add(found(subject, server, address.origin(), address.host(), reason));
        }
      }
      for (LaunchSetting setting : subject.facts(server).settings()) {
        // Base URLs of language models have their own check.
        if (setting.isVariable() && ModelProviders.ofName(setting.name()).isEmpty()) {
          String text = setting.value();
          addSinks(subject, server, setting.name(), text, setting.origin(), reported, detections);
        }
      }
      for (Word word : subject.facts(server).words()) {
        addSinks(subject, server, "", word.text(), word.origin(), reported, detections);
      }
    }
    return detections;
  }

  private static void addSinks(
      DetectionSubject subject,
      McpServer server,
      String name,
      String text,
      ConfigText origin,
      Set<ConfigText> reported,
      List<DetectedProblem> detections) {
    for (UrlHost host : UrlHost.in(text)) {
      if (!isFilledIn(host)) {
        String reason = reasonOfSink(host);
        if (!reason.isEmpty() && !isExpectedHost(server, name, host) && reported.add(origin)) {
          detections.add(found(subject, server, origin, host, reason));
        }
      }
    }
  }

  private static DetectedProblem found(
      DetectionSubject subject, McpServer server, ConfigText origin, UrlHost host, String reason) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        origin.location(),
        "`" + subject.redactor().redact(origin, host.written()) + "` " + reason);
  }

  /** Returns the reason why a server's address is suspicious. Empty if it is not. */
  private static String reason(ServerAddress address) {
    UrlHost host = address.host();
    if (host.isEmpty() || !host.isWeb() || host.isLoopback() || isFilledIn(host)) {
      return "";
    }
    if (looksLikeHost(host.userInfo())) {
      return "comes after `@`: the part before it looks like a host but is only a user name.";
    }
    if (hasBackslash(address.url())) {
      return "is followed by a backslash: programs parse such an address differently.";
    }
    String sink = reasonOfSink(host);
    if (!sink.isEmpty()) {
      return sink;
    }
    if (host.isIn(SuspiciousHosts.TUNNELS)) {
      return "is a tunnel: it points to an unknown machine, which can change at any time.";
    }
    if (host.isIn(SuspiciousHosts.SHORTENERS)) {
      return "is a URL shortener: its creator controls the target and can change it.";
    }
    if (address.role() != Reliability.ARGUMENT && isMessageBox(host, address.url())) {
      return "collects messages for a channel and is not an MCP server.";
    }
    if (hasForeignLetters(host)) {
      return "contains characters that look like other characters. Check it character by"
          + " character.";
    }
    return host.reach() == Reachability.PUBLIC
        ? "is an IP address: no name or certificate shows who operates the machine."
        : "";
  }

  private static String reasonOfSink(UrlHost host) {
    if (host.isIn(SuspiciousHosts.SINKS)) {
      return "collects requests: the creator of the address can read all data sent to it.";
    }
    return host.isIn(SuspiciousHosts.PASTES)
        ? "stores content from anonymous users: no one is accountable for data sent to it or"
            + " loaded from it."
        : "";
  }

  private static boolean isFilledIn(UrlHost host) {
    return host.isReference() || host.isPlaceholder();
  }

  /**
   * Returns whether the host is the purpose of the server, such as {@code PASTEBIN_URL} of a server
   * for a paste site.
   */
  private static boolean isExpectedHost(McpServer server, String name, UrlHost host) {
    String domain = host.domainIn(SuspiciousHosts.PASTES);
    String label = domain.isEmpty() ? "" : domain.substring(0, domain.indexOf('.'));
    return label.length() > 3
        && (server.name().toLowerCase(Locale.ROOT).contains(label)
            || name.toLowerCase(Locale.ROOT).contains(label));
  }

  private static boolean isMessageBox(UrlHost host, String url) {
    return host.isIn(SuspiciousHosts.MESSAGE_BOXES)
        || (host.isIn(SuspiciousHosts.CHATS) && url.contains(SuspiciousHosts.CHAT_PATH));
  }

  /**
   * Returns whether user information looks like a host: {@code https://api.github.com@evil.test}.
   * An email address before a password does not.
   */
  private static boolean looksLikeHost(String userInfo) {
    int colon = userInfo.indexOf(':');
    String user = (colon < 0 ? userInfo : userInfo.substring(0, colon)).toLowerCase(Locale.ROOT);
    int dot = user.lastIndexOf('.');
    return dot > 0
        && user.length() <= LONGEST_LABELS
        && user.indexOf('@') < 0
        && !user.contains("%40")
        && WELL_KNOWN_ENDINGS.contains(user.substring(dot + 1));
  }

  private static boolean hasBackslash(String url) {
    int start = url.indexOf("://") + 3;
    for (int i = start; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c == '\\') {
        return true;
      }
      if (c == '/' || c == '?' || c == '#') {
        return false;
      }
    }
    return false;
  }

  /**
   * Returns whether a host has Punycode or letters that resemble Latin letters. Other letters are
   * not misleading.
   */
  private static boolean hasForeignLetters(UrlHost host) {
    String name = host.name();
    if (name.startsWith("xn--") || name.contains(".xn--")) {
      return true;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isAlike = (c >= 0xC0 && c < 0x590) || (c >= 0x13A0 && c < 0x1400);
      if (isAlike || (c >= 0x1E00 && c < 0x2000)) {
        return true;
      }
    }
    return false;
  }
}
