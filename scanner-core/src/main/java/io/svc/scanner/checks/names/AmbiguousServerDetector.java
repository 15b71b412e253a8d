package io.svc.scanner.checks.names;

import io.svc.rules.Severity;
import io.svc.scanner.client.McpClient;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.redact.References;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Detects entries that the client interprets differently than a reader expects, or ignores: two
 * transports, an unknown transport, or fields and keys of another client.
 */
public final class AmbiguousServerDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "config/ambiguous-server",
          "ambiguous_server",
          Severity.LOW,
          "a client may read an entry differently than it appears",
          "Write the entry as documented for this client, and remove fields that the client does"
              + " not read.");

  private static final List<String> TRANSPORT_FIELDS =
      List.of("type", "transport", "transportType");
  private static final int LONGEST_SHOWN = 40;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    ConfigObject root = subject.config().root() instanceof ConfigObject object ? object : null;
    if (root != null) {
      RootKeys.addWrong(CHECK, subject, root, detections);
    }
    String client = knownClient(subject);
    for (McpServer server : subject.config().servers()) {
      Optional<DetectedProblem> detection =
          root != null && RootKeys.isMisplaced(server, root)
              ? Optional.of(
                  of(
                      server,
                      server.nameLocation(),
                      "It is outside the server map, so no client reads it."))
              : ofEntry(subject, server, client);
      if (detection.isPresent()) {
        detections.add(detection.get());
      }
    }
    return detections;
  }

  /**
   * Returns the client that owns the file according to its path. Empty if the client was only
   * guessed.
   */
  private static String knownClient(DetectionSubject subject) {
    Optional<McpClient> client = McpClients.ofPath(subject.config().path());
    String source = subject.config().source();
    return client.isPresent() && client.get().label().equals(source) ? source : "";
  }

  private static Optional<DetectedProblem> ofEntry(
      DetectionSubject subject, McpServer server, String client) {
    ConfigText url = null;
    for (String field : ClientServerFormats.URL_FIELDS) {
      ConfigText text = server.entry().findText(field).orElse(null);
      url = url == null && text != null && !text.text().isBlank() ? text : url;
    }
    if (url != null && server.isLocal()) {
      return Optional.of(
          of(
              server,
              url.location(),
              "It has a command and `"
                  + url.key()
                  + "`: some clients start the program, others call the URL."));
    }
    Optional<DetectedProblem> transport = ofTransport(subject, server, client);
    return transport.isPresent() ? transport : ofFields(server, client, url);
  }

  private static Optional<DetectedProblem> ofTransport(
      DetectionSubject subject, McpServer server, String client) {
    ConfigText type = transport(server.entry());
    if (type == null || References.occurIn(type.text())) {
      return Optional.empty();
    }
    String folded = ClientServerFormats.folded(type.text());
    boolean isKnown = ClientServerFormats.supports(client, folded);
    boolean lacksUrl =
        ClientServerFormats.isRemote(folded) && server.isLocal() && server.urls().isEmpty();
    boolean lacksCommand = ClientServerFormats.isLocal(folded) && !server.isLocal();
    if (isKnown && !lacksUrl && !(lacksCommand && !server.urls().isEmpty())) {
      return Optional.empty();
    }
    String shown =
        type.text().length() > LONGEST_SHOWN
            ? "`" + type.key() + "` names"
            : "`" + subject.redactor().redact(type, type.text()) + "` is";
    String problem =
        isKnown
            ? " a transport " + (lacksUrl ? "without a URL." : "without a command.")
            : " not a transport that " + displayName(client) + " supports.";
    return Optional.of(of(server, type.location(), shown + problem));
  }

  private static String displayName(String client) {
    Optional<McpClient> knownClient = McpClients.byLabel(client);
    return knownClient.isPresent() ? knownClient.get().displayName() : "any client";
  }

  /** Returns the transport that an entry names, or null if it names none. */
  private static @Nullable ConfigText transport(ConfigObject entry) {
    for (String field : TRANSPORT_FIELDS) {
      ConfigNode value = entry.find(field).orElse(null);
      if (value instanceof ConfigObject nested) {
        value = nested.find("type").orElse(null);
      }
      if (value instanceof ConfigText text && !text.text().isBlank()) {
        return text;
      }
    }
    return null;
  }

  private static Optional<DetectedProblem> ofFields(
      McpServer server, String client, @Nullable ConfigText url) {
    boolean isUrlRead = url == null || server.isLocal();
    for (String field : ClientServerFormats.URL_FIELDS) {
      isUrlRead |=
          ClientServerFormats.readsUrl(client, field) && server.entry().find(field).isPresent();
    }
    if (url != null && !isUrlRead) {
      return Optional.of(ignored(server, url, "url", client));
    }
    Map<String, String> ignored = ClientServerFormats.ignoredFields(client);
    for (Member member : server.entry().members()) {
      String instead = ignored.getOrDefault(member.name(), "");
      // An entry with both fields is written for two clients.
      boolean isInBoth = !instead.equals("command") && server.entry().find(instead).isPresent();
      if (!instead.isEmpty() && !isInBoth && !isEmpty(member.value())) {
        return Optional.of(ignored(server, member.value(), instead, client));
      }
    }
    return Optional.empty();
  }

  private static boolean isEmpty(ConfigNode value) {
    return (value instanceof ConfigObject map && map.members().isEmpty())
        || (value instanceof ConfigList list && list.elements().isEmpty())
        || (value instanceof ConfigText text && text.text().isBlank());
  }

  private static DetectedProblem ignored(
      McpServer server, ConfigNode field, String instead, String client) {
    return of(
        server,
        field.location(),
        displayName(client) + " does not read `" + field.key() + "` but `" + instead + "`.");
  }

  private static DetectedProblem of(McpServer server, Location location, String detail) {
    return DetectedProblem.of(CHECK, server.name(), location, detail);
  }
}
