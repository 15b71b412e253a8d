package detection;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects labelled servers, and writes them to files of a few servers each, as clients do. */
final class Batch {
  /** A server in a file, and what is known of it. */
  record Sample<L>(Path file, Server server, Shape shape, L label) {}

  private final Workspace workspace;
  private final String project;
  private final Draw draw;
  private final int servers;
  private final Map<Shape, List<Server>> open = new EnumMap<>(Shape.class);
  private final List<Path> files = new ArrayList<>();
  private final Map<Shape, Path> next = new EnumMap<>(Shape.class);

  Batch(Workspace workspace, String project, Draw draw, int servers) {
    this.workspace = workspace;
    this.project = project;
    this.draw = draw;
    this.servers = servers;
  }

  List<Path> files() {
    return files;
  }

  /** Names are made unique within the file. */
  <L> Sample<L> add(Server server, Shape shape, L label) throws IOException {
    List<Server> some = open.computeIfAbsent(shape, key -> new ArrayList<>());
    if (some.isEmpty()) {
      next.put(shape, reserve(shape));
    }
    Server unique = server;
    for (int i = 2; isTaken(unique.name(), some); i++) {
      unique = server.named(server.name() + "-" + i);
    }
    some.add(unique);
    Sample<L> sample = new Sample<>(next.get(shape), unique, shape, label);
    if (some.size() >= draw.between(1, servers)) {
      close(shape);
    }
    return sample;
  }

  /** In a file of its own, with settings beside the servers. */
  <L> Sample<L> addAlone(Server server, Shape shape, Map<String, Object> settings, L label)
      throws IOException {
    Path path = reserve(shape);
    ConfigFile file = shape.file(List.of(server), settings);
    workspace.write(workspace.root().relativize(projectOf(path, shape)).toString(), file);
    return new Sample<>(path, server, shape, label);
  }

  void close() throws IOException {
    for (Shape shape : List.copyOf(open.keySet())) {
      close(shape);
    }
  }

  private void close(Shape shape) throws IOException {
    List<Server> some = open.remove(shape);
    Path directory = projectOf(next.get(shape), shape);
    workspace.write(workspace.root().relativize(directory).toString(), shape.file(some, draw));
  }

  private Path reserve(Shape shape) {
    Path path = workspace.root().resolve(project + "/" + (files.size() + 1)).resolve(shape.path());
    files.add(path);
    return path;
  }

  private static Path projectOf(Path file, Shape shape) {
    Path directory = file;
    for (int i = Path.of(shape.path()).getNameCount(); i > 0; i--) {
      directory = directory.getParent();
    }
    return directory;
  }

  private static boolean isTaken(String name, List<Server> servers) {
    return servers.stream().anyMatch(server -> server.name().equals(name));
  }
}
