package io.svc.scanner.checks.names;

import io.svc.rules.PackageCatalog;
import io.svc.rules.Severity;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionLists;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.PackageUse;
import io.svc.scanner.detect.ServerFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Detects tools with the name of a built-in tool of their client or of another server's tool, and
 * servers with the name of a server that the client contains or of a tool for commands and files.
 * Servers of known vendors may use these names.
 */
public final class ToolShadowingDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "names/tool-shadowing",
          "tool_shadowing",
          Severity.MEDIUM,
          "a name shadows an existing capability",
          "Give the server or tool a unique name, for example with the publisher's name as a"
              + " prefix.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    String client = subject.config().source();
    List<DetectedProblem> detections = new ArrayList<>();
    Map<String, Tool> tools = new HashMap<>();
    for (McpServer server : subject.config().servers()) {
      boolean isReserved = DetectionLists.capabilities().hasServer(client, server.name());
      boolean hasTools = server.entry().find("tools").isPresent();
      boolean isOfficial = (isReserved || hasTools) && isOfficial(subject, server);
      if (isReserved && !isOfficial && !isBuiltInExtension(server)) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                server.nameLocation(),
                "The server has the name of a capability built into the client, so users can"
                    + " mistake it for the client's own."));
      }
      for (Tool tool : declaredTools(server, isOfficial)) {
        add(client, tool, tools, detections);
      }
    }
    return detections;
  }

  /** Returns whether a server is a vendor's own package or address, according to its name. */
  private static boolean isOfficial(DetectionSubject subject, McpServer server) {
    ServerFacts facts = subject.facts(server);
    for (PackageUse use : facts.packages()) {
      if (DetectionLists.packages().isFirstParty(use.ecosystem(), use.name())) {
        return true;
      }
    }
    Optional<ConfigText> url = server.url();
    Optional<PackageCatalog.Server> wellKnown = facts.wellKnown();
    return !server.isLocal()
        && url.isPresent()
        && wellKnown.isPresent()
        && ServerImpersonationDetector.isHostOf(
            wellKnown.get(), UrlHost.of(url.get().text()).name());
  }

  /**
   * Returns whether an entry enables a built-in extension of the client, which has the extension's
   * name.
   */
  private static boolean isBuiltInExtension(McpServer server) {
    return !server.isLocal() && server.urls().isEmpty();
  }

  private static void add(
      String client, Tool tool, Map<String, Tool> tools, List<DetectedProblem> detections) {
    Tool other = tools.putIfAbsent(PackageCatalog.folded(tool.name), tool);
    if (other != null && !other.server.equals(tool.server)) {
      // The order of the servers does not show which one is the original.
      Tool copy = tool.isOfficial ? other : tool;
      Tool original = tool.isOfficial ? tool : other;
      if (!copy.isOfficial) {
        detections.add(
            detection(copy, "is also declared by the server `" + original.server + "`."));
      }
    } else if (!tool.isOfficial && DetectionLists.capabilities().has(client, tool.name)) {
      detections.add(detection(tool, "has the name of a capability built into the client."));
    }
  }

  private static DetectedProblem detection(Tool tool, String description) {
    return DetectedProblem.of(
        CHECK, tool.server, tool.location, "The tool `" + tool.name + "` " + description);
  }

  /**
   * Returns the definitions of tools, not the lists with which clients select tools of a server.
   */
  private static List<Tool> declaredTools(McpServer server, boolean isOfficial) {
    List<Tool> tools = new ArrayList<>();
    ConfigNode declared = server.entry().find("tools").orElse(null);
    if (declared instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (element instanceof ConfigObject tool) {
          tool.findText("name")
              .map(name -> new Tool(server.name(), name.text(), name.location(), isOfficial))
              .ifPresent(tools::add);
        }
      }
    } else if (declared instanceof ConfigObject map) {
      for (Member member : map.members()) {
        if (member.value() instanceof ConfigObject tool && tool.find("description").isPresent()) {
          tools.add(new Tool(server.name(), member.name(), member.location(), isOfficial));
        }
      }
    }
    return tools;
  }

  private record Tool(String server, String name, Location location, boolean isOfficial) {}
}
