package io.svc.scanner.checks.network;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.LaunchSetting;
import io.svc.scanner.launch.LaunchSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Detects servers that do not verify TLS certificates. Unencrypted connections, including {@code
 * --allow-http} of bridges, are reported by {@link InsecureTransportDetector}.
 */
public final class TlsVerificationDisabledDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "transport/tls-verification-disabled",
          "tls_verification_disabled",
          Severity.HIGH,
          "TLS certificate verification is disabled",
          "Remove the setting. For your own certificates, configure the certificate authority with "
              + "NODE_EXTRA_CA_CERTS, SSL_CERT_FILE or REQUESTS_CA_BUNDLE.");

  /** Variables that intermediate programs, such as package installers, also read. */
  private static final Set<String> FOR_EVERY_CONNECTION =
      WordListParser.set(
          """
          NODE_TLS_REJECT_UNAUTHORIZED PYTHONHTTPSVERIFY GIT_SSL_NO_VERIFY REQUESTS_CA_BUNDLE
          CURL_CA_BUNDLE NPM_CONFIG_STRICT_SSL YARN_ENABLE_STRICT_SSL PIP_TRUSTED_HOST
          UV_INSECURE_HOST GOINSECURE""");

  /** Last words of names whose value is a host without a scheme. */
  private static final List<String> HOST_ENDINGS = List.of("HOST", "HOSTNAME", "SERVER", "ADDRESS");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (LaunchSetting setting : LaunchSettings.of(subject.config())) {
      if (TlsVerificationSetting.isOff(setting)) {
        detections.add(found(subject, "", setting));
      }
    }
    for (McpServer server : subject.config().entries()) {
      List<LaunchSetting> settings = subject.facts(server).settings();
      for (LaunchSetting setting : settings) {
        if (TlsVerificationSetting.isOff(setting)) {
          detections.add(found(subject, server, setting, settings));
        }
      }
    }
    return detections;
  }

  private static DetectedProblem found(
      DetectionSubject subject,
      McpServer server,
      LaunchSetting setting,
      List<LaunchSetting> settings) {
    DetectedProblem detection = found(subject, server.name(), setting);
    boolean isForOneProgram =
        !FOR_EVERY_CONNECTION.contains(setting.name().toUpperCase(Locale.ROOT));
    return isForOneProgram && hasOnlyLocalAddresses(server, subject.facts(server).words(), settings)
        ? detection.withSeverity(Severity.LOW)
        : detection;
  }

  private static DetectedProblem found(
      DetectionSubject subject, String server, LaunchSetting setting) {
    ConfigText origin = setting.isOption() ? setting.nameOrigin() : setting.origin();
    return DetectedProblem.of(
        CHECK,
        server,
        origin.location(),
        "`"
            + subject.redactor().redact(origin, setting.name())
            + "` disables certificate verification: anyone on the network path can impersonate the"
            + " server, and read and change the traffic.");
  }

  /** Returns whether an entry has addresses and all of them are local. */
  private static boolean hasOnlyLocalAddresses(
      McpServer server, List<Word> words, List<LaunchSetting> settings) {
    List<UrlHost> hosts = new ArrayList<>();
    for (ConfigText url : server.urls()) {
      hosts.add(UrlHost.of(url.text()));
    }
    for (Word word : words) {
      hosts.addAll(UrlHost.in(word.text()));
    }
    for (LaunchSetting setting : settings) {
      if (setting.isVariable()) {
        hosts.addAll(UrlHost.in(setting.value()));
        if (namesHost(setting.name()) && !setting.value().contains("://")) {
          hosts.add(UrlHost.ofAddress(setting.value()));
        }
      }
    }
    for (UrlHost host : hosts) {
      if (!host.isLoopback()) {
        return false;
      }
    }
    return !hosts.isEmpty();
  }

  private static boolean namesHost(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (String ending : HOST_ENDINGS) {
      if (upper.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }
}
