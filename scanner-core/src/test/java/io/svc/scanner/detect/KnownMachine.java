package io.svc.scanner.detect;

import io.svc.rules.AdvisoryIndex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A machine of which a test says what is known. */
public record KnownMachine(
    FileFacts configFile, List<NeighborServer> neighbors, List<AdvisoryIndex> advisories)
    implements LocalMachine {

  /** Nothing is known but the servers of other files. */
  public static KnownMachine withNeighbors(NeighborServer... neighbors) {
    return new KnownMachine(FileFacts.UNKNOWN, List.of(neighbors), List.of());
  }

  /** Nothing is known but what the config file is like. */
  public static KnownMachine with(FileFacts.Access others, FileFacts.Link link) {
    return new KnownMachine(new FileFacts(others, link), List.of(), List.of());
  }

  /** Nothing is known but what the members of a group may do with the config file. */
  public static KnownMachine with(FileFacts.Access members, String group) {
    return new KnownMachine(
        new FileFacts(members, group, FileFacts.Link.NONE), List.of(), List.of());
  }

  /** Nothing is known but lists of advisories. */
  public static KnownMachine with(AdvisoryIndex... advisories) {
    return new KnownMachine(FileFacts.UNKNOWN, List.of(), List.of(advisories));
  }

  /** A file as detectors see it on this machine. */
  public DetectionSubject subject(String json) {
    return TestConfigs.at(Path.of("mcp.json"), json, Optional.empty(), this);
  }

  /** A file of a client as detectors see it on this machine. */
  public DetectionSubject subject(String client, String json) {
    return TestConfigs.at(Path.of("mcp.json"), json, Optional.of(client), this);
  }

  /** A file with one server, named {@code probe}, that is started by the given words. */
  public DetectionSubject subject(String[] words) {
    return subject(started(words));
  }

  /** A file of a client with one server, named {@code probe}. */
  public DetectionSubject subject(String client, String[] words) {
    return subject(client, started(words));
  }

  private static String started(String[] words) {
    List<String> quoted = new ArrayList<>();
    for (String word : words) {
      quoted.add(TestConfigs.quoted(word));
    }
    return "{\"mcpServers\": {\"probe\": {\"command\": %s, \"args\": [%s]}}}"
        .formatted(quoted.get(0), String.join(", ", quoted.subList(1, quoted.size())));
  }

  @Override
  public boolean isWritableByOthers(String path) {
    return false;
  }
}
