package io.svc.scanner.checks.network;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
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
 * Detects addresses in the network of the client: cloud metadata services, which issue credentials,
 * in any setting, and private IP addresses as the address of a server. Internal host names are not
 * reported, because a company's servers have them. A private IP address without encryption is
 * reported by {@link InsecureTransportDetector}.
 */
public final class InternalOrMetadataUrlDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "transport/internal-or-metadata-url",
          "internal_or_metadata_url",
          Severity.MEDIUM,
          "an address points to an internal network",
          "Remove the address, or use a host name with a verifiable certificate.");

  private static final Check METADATA =
      new Check(
          CHECK.ruleId(),
          CHECK.findingType(),
          Severity.HIGH,
          "an address points to a cloud metadata service",
          "Remove the address. It belongs to a service that returns credentials.");

  /** Variables with which cloud libraries set the address of the metadata service. */
  private static final List<String> METADATA_PREFIXES =
      List.of(
          "AWS_EC2_METADATA",
          "AWS_CONTAINER_",
          "ECS_CONTAINER_",
          "GCE_METADATA",
          "IDENTITY_ENDPOINT",
          "MSI_ENDPOINT");

  /** Words in the names of settings that block an address. */
  private static final List<String> KEEPING_OUT =
      WordListParser.list(
          """
          BLOCKED BLOCKLIST BLOCK_ DENY DENIED DISALLOW FORBID EXCLUDE NO_PROXY NOPROXY""");

  private static final Set<String> FETCHERS = Set.of("curl", "wget", "http", "xh", "iwr", "irm");

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
        UrlHost host = address.host();
        if (host.isMetadata()) {
          add(
              metadata(subject, server, address.origin(), host),
              address.origin(),
              reported,
              detections);
        } else if (address.role() != Reliability.ARGUMENT && isInternal(host)) {
          add(internal(subject, server, address), address.origin(), reported, detections);
        }
      }
      for (LaunchSetting setting : subject.facts(server).settings()) {
        if (setting.isVariable()
            && hasMetadata(setting.value())
            && !isIntentional(setting.name())) {
          addMetadata(subject, server, setting.value(), setting.origin(), reported, detections);
        }
      }
      addWords(subject, server, reported, detections);
    }
    return detections;
  }

  private static void addWords(
      DetectionSubject subject,
      McpServer server,
      Set<ConfigText> reported,
      List<DetectedProblem> detections) {
    boolean isFetched = false;
    String before = "";
    for (Word word : subject.facts(server).words()) {
      String text = word.text();
      boolean mayBeBare = isFetched && text.indexOf('.') > 0;
      boolean mayBeAddress = mayBeBare || text.contains("://");
      if (mayBeAddress && !isIntentionalOption(before) && !isIntentionalOption(text)) {
        addMetadata(subject, server, text, word.origin(), reported, detections);
        UrlHost bare = mayBeBare ? UrlHost.ofAddress(text) : UrlHost.NONE;
        if (bare.isMetadata()) {
          add(metadata(subject, server, word.origin(), bare), word.origin(), reported, detections);
        }
      }
      isFetched |= FETCHERS.contains(text);
      before = text;
    }
  }

  private static boolean hasMetadata(String text) {
    for (UrlHost host : UrlHost.in(text)) {
      if (host.isMetadata()) {
        return true;
      }
    }
    return false;
  }

  private static void addMetadata(
      DetectionSubject subject,
      McpServer server,
      String text,
      ConfigText origin,
      Set<ConfigText> reported,
      List<DetectedProblem> detections) {
    for (UrlHost host : UrlHost.in(text)) {
      if (host.isMetadata()) {
        add(metadata(subject, server, origin, host), origin, reported, detections);
      }
    }
  }

  private static void add(
      DetectedProblem detection,
      ConfigText origin,
      Set<ConfigText> reported,
      List<DetectedProblem> detections) {
    if (reported.add(origin)) {
      detections.add(detection);
    }
  }

  private static DetectedProblem metadata(
      DetectionSubject subject, McpServer server, ConfigText origin, UrlHost host) {
    return DetectedProblem.of(
        METADATA,
        server.name(),
        origin.location(),
        "`"
            + subject.redactor().redact(origin, host.written())
            + "` is a cloud metadata service: a program that reads it can get the machine's"
            + " credentials.");
  }

  private static DetectedProblem internal(
      DetectionSubject subject, McpServer server, ServerAddress address) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        address.origin().location(),
        "The "
            + server.noun()
            + " address is `"
            + subject.redactor().redact(address.origin(), address.host().written())
            + "`, an IP address of an internal network: which machine it is depends on where the"
            + " client runs.");
  }

  private static boolean isInternal(UrlHost host) {
    Reachability reach = host.reach();
    boolean isInternal =
        reach == Reachability.PRIVATE
            || reach == Reachability.LINK_LOCAL
            || reach == Reachability.SHARED;
    return isInternal && !InsecureTransportDetector.isPlainRemote(host);
  }

  /** Returns whether the name of a setting shows that the address is intentional. */
  private static boolean isIntentional(String name) {
    if (name.length() > 200) {
      return false;
    }
    String upper = name.replace('-', '_').toUpperCase(Locale.ROOT);
    for (String prefix : METADATA_PREFIXES) {
      if (upper.startsWith(prefix)) {
        return true;
      }
    }
    for (String word : KEEPING_OUT) {
      if (upper.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIntentionalOption(String text) {
    int equals = text.indexOf('=');
    return text.startsWith("-") && isIntentional(equals < 0 ? text : text.substring(0, equals));
  }
}
