package io.svc.scanner.checks.network;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.LaunchSetting;
import io.svc.scanner.launch.LaunchSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Detects servers whose traffic is routed through another machine. */
public final class ProxyOverrideDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "transport/proxy-override",
          "proxy_override",
          Severity.MEDIUM,
          "traffic goes through a proxy from the file",
          "Remove the proxy, or configure a trusted proxy in the machine settings.");

  /** Variables, also as the end of a name that starts with a program's name. */
  private static final List<String> VARIABLES =
      WordListParser.list(
          """
          HTTP_PROXY HTTPS_PROXY ALL_PROXY SOCKS_PROXY SOCKS5_PROXY FTP_PROXY WS_PROXY
          WSS_PROXY""");

  private static final String CURL_OPTION = "-x";

  private static final Set<String> OTHER_VARIABLES = Set.of("NPM_CONFIG_PROXY", "PIP_PROXY");

  private static final Set<String> OPTIONS =
      WordListParser.set(
          """
          --PROXY --PROXY_SERVER --PROXYSERVER --PROXY_PAC_URL --HTTP_PROXY --HTTPS_PROXY
          --ALL_PROXY --SOCKS_PROXY --SOCKS5 --PREPROXY _DHTTP.PROXYHOST _DHTTPS.PROXYHOST
          _DSOCKSPROXYHOST""");

  /** Settings of VS Code, of Zed and of server entries. */
  private static final Set<String> MEMBERS =
      Set.of("HTTP.PROXY", "PROXY", "HTTPPROXY", "HTTPSPROXY", "HTTP_PROXY", "HTTPS_PROXY");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    add(subject, "", "server", LaunchSettings.of(subject.config()), detections);
    for (McpServer server : subject.config().entries()) {
      add(subject, server.name(), server.noun(), subject.facts(server).settings(), detections);
    }
    return detections;
  }

  /** Adds one problem for a proxy, also if it is set for several protocols. */
  private static void add(
      DetectionSubject subject,
      String server,
      String noun,
      List<LaunchSetting> settings,
      List<DetectedProblem> detections) {
    Set<String> hosts = new HashSet<>();
    for (LaunchSetting setting : settings) {
      if (isProxy(setting)) {
        UrlHost host = hostOf(setting.value());
        if (isRemote(host) && hosts.add(host.name())) {
          detections.add(found(subject, server, noun, setting, host));
        }
      }
    }
  }

  private static DetectedProblem found(
      DetectionSubject subject, String server, String noun, LaunchSetting setting, UrlHost host) {
    return DetectedProblem.of(
        CHECK,
        server,
        setting.origin().location(),
        "`"
            + subject.redactor().redact(setting.nameOrigin(), setting.name())
            + "` sends traffic through `"
            + subject.redactor().redact(setting.origin(), host.written())
            + "`: the operator of the proxy can see which hosts the "
            + noun
            + " connects to and all"
            + " unencrypted traffic.");
  }

  private static boolean isProxy(LaunchSetting setting) {
    String name = setting.name();
    if (name.length() > 60
        || !(mayBeProxy(name) || name.equals(CURL_OPTION))
        || setting.value().isBlank()) {
      return false;
    }
    String upper = name.replace('-', '_').toUpperCase(Locale.ROOT);
    return switch (setting.kind()) {
      case VARIABLE -> OTHER_VARIABLES.contains(upper) || endsLikeVariable(upper);
      case OPTION ->
          OPTIONS.contains(upper.startsWith("__") ? "--" + upper.substring(2) : upper)
              || (name.equals(CURL_OPTION) && setting.program().equals("curl"));
      case MEMBER -> MEMBERS.contains(upper);
    };
  }

  /** Excludes nearly all names: every other relevant name contains one of two words. */
  private static boolean mayBeProxy(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.regionMatches(true, i, "proxy", 0, 5)
          || name.regionMatches(true, i, "socks5", 0, 6)) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsLikeVariable(String name) {
    for (String variable : VARIABLES) {
      boolean isBehindName =
          name.endsWith(variable)
              && (name.length() == variable.length()
                  || name.charAt(name.length() - variable.length() - 1) == '_');
      if (isBehindName) {
        return true;
      }
    }
    return false;
  }

  /** Returns the host of a URL, of {@code host:port}, or of Chrome's {@code https=host:port}. */
  private static UrlHost hostOf(String value) {
    int equals = value.contains("://") ? -1 : value.indexOf('=');
    String address = value.substring(equals + 1);
    boolean isAddress = address.indexOf('.') >= 0 || address.indexOf(':') >= 0;
    return isAddress ? UrlHost.ofAddress(address) : UrlHost.NONE;
  }

  private static boolean isRemote(UrlHost host) {
    return !host.isEmpty() && !host.isLoopback() && !host.isReference() && !host.isPlaceholder();
  }
}
