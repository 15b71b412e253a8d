package io.svc.scanner.checks.names;

import io.svc.rules.PackageCatalog;
import io.svc.rules.Severity;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Detects servers with the name of a built-in feature of their client, and tools with the same
 * name.
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
      if (DetectionLists.capabilities().has(client, server.name()) && !isBuiltInExtension(server)) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                server.nameLocation(),
                "The server has the name of a capability built into the client, so calls for one"
                    + " can reach the other."));
      }
      for (Tool tool : declaredTools(server)) {
        add(client, tool, tools, detections);
      }
    }
    return detections;
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
      detections.add(
          DetectedProblem.of(
              CHECK,
              tool.server,
              tool.location,
              "The tool `"
                  + tool.name
                  + "` is also declared by the server `"
                  + other.server
                  + "`."));
    } else if (DetectionLists.capabilities().has(client, tool.name)) {
      detections.add(
          DetectedProblem.of(
              CHECK,
              tool.server,
              tool.location,
              "The tool `" + tool.name + "` has the name of a capability built into the client."));
    }
  }

  /**
   * Returns the definitions of tools, not the lists with which clients select tools of a server.
   */
  private static List<Tool> declaredTools(McpServer server) {
    List<Tool> tools = new ArrayList<>();
    ConfigNode declared = server.entry().find("tools").orElse(null);
    if (declared instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (element instanceof ConfigObject tool) {
          tool.findText("name").map(name -> toolOf(server, name)).ifPresent(tools::add);
        }
      }
    } else if (declared instanceof ConfigObject map) {
      for (Member member : map.members()) {
        if (member.value() instanceof ConfigObject tool && tool.find("description").isPresent()) {
          tools.add(new Tool(server.name(), member.name(), member.location()));
        }
      }
    }
    return tools;
  }

  private static Tool toolOf(McpServer server, ConfigText name) {
    return new Tool(server.name(), name.text(), name.location());
  }

  private record Tool(String server, String name, Location location) {}
}
