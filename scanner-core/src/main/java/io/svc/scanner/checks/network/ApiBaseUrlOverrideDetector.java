package io.svc.scanner.checks.network;

import io.svc.rules.Severity;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.LaunchSetting;
import io.svc.scanner.launch.LaunchSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Detects settings that send requests for a provider of language models, including the API key, to
 * another host. In CVE-2026-21852 a file of a project contained such a setting.
 */
public final class ApiBaseUrlOverrideDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "env/api-base-url-override",
          "api_base_url_override",
          Severity.HIGH,
          "requests to a model provider go to another host",
          "Remove the setting, or set it to the provider's host. Configure your own gateway in"
              + " your user settings, not in a project file.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    add(subject, "", LaunchSettings.of(subject.config()), detections);
    for (McpServer server : subject.config().entries()) {
      add(subject, server.name(), subject.facts(server).settings(), detections);
    }
    return detections;
  }

  private static void add(
      DetectionSubject subject,
      String server,
      List<LaunchSetting> settings,
      List<DetectedProblem> detections) {
    for (LaunchSetting setting : settings) {
      if (!setting.value().isBlank()) {
        Optional<ModelProvider> provider = ModelProviders.ofName(setting.name());
        if (provider.isPresent()) {
          UrlHost host = hostOf(setting.value());
          if (isRemote(host) && !provider.get().owns(host)) {
            detections.add(found(subject, server, setting, provider.get(), host));
          }
        }
      }
    }
  }

  private static DetectedProblem found(
      DetectionSubject subject,
      String server,
      LaunchSetting setting,
      ModelProvider provider,
      UrlHost host) {
    boolean isKnown = ModelProviders.isWellKnown(host);
    boolean isInLocalNetwork = host.isInLocalNetwork();
    String name = subject.redactor().redact(setting.nameOrigin(), setting.name());
    String shown = subject.redactor().redact(setting.origin(), host.written());
    DetectedProblem detection =
        DetectedProblem.of(
            CHECK,
            server,
            setting.origin().location(),
            "`"
                + name
                + "` sends requests for "
                + provider.title()
                + " to `"
                + shown
                + "`, including the API key and all prompts. "
                + caution(isKnown, isInLocalNetwork));
    return isInLocalNetwork || isKnown ? detection.withSeverity(Severity.LOW) : detection;
  }

  private static String caution(boolean isKnown, boolean isInLocalNetwork) {
    if (isInLocalNetwork) {
      return "It may be a gateway in your own network.";
    }
    return isKnown
        ? "That host is a well-known service. Make sure that this is intended."
        : "A gateway that you chose is fine; any other host can read all requests.";
  }

  /**
   * Returns the host of a URL, or of a text that can only be a host: {@code gateway.acme.com/v1}.
   */
  private static UrlHost hostOf(String value) {
    if (value.contains("://")) {
      return UrlHost.of(value);
    }
    String text = value.strip();
    for (int i = 0; i < text.length(); i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return UrlHost.NONE;
      }
    }
    UrlHost host = UrlHost.ofAddress(text);
    int dot = host.name().lastIndexOf('.');
    boolean isHost = dot > 0 && dot + 2 < host.name().length();
    return isHost || host.isNumber() ? host : UrlHost.NONE;
  }

  /** Returns whether a host is remote. Cloud metadata services have their own check. */
  private static boolean isRemote(UrlHost host) {
    boolean isHttp = host.scheme().isEmpty() || host.isWeb();
    return isHttp
        && !host.isEmpty()
        && !host.isLoopback()
        && !host.isReference()
        && !host.isPlaceholder()
        && !host.isMetadata();
  }
}
