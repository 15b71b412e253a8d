package detection;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Labeled servers in files of a few servers each. */
final class Batch<L> {
  /** A server in a file, with its label. */
  record Sample<L>(Path file, Server server, Shape shape, L label) {}

  final List<Path> files = new ArrayList<>();
  final List<Sample<L>> samples = new ArrayList<>();

  private final Path directory;
  private final Optional<Draw> layout;
  private final int servers;
  private final Map<Shape, List<Server>> open = new HashMap<>();
  private final Map<Shape, Path> next = new HashMap<>();

  /** With a layout, the number of servers in a file and its layout vary. */
  Batch(Path directory, Optional<Draw> layout, int servers) {
    this.directory = directory;
    this.layout = layout;
    this.servers = servers;
  }

  /** One that has its own shape gets a file for itself; a second one of a name gets another. */
  void add(Server server, Shape usual, L label) throws IOException {
    boolean isAlone = !server.shape().isEmpty();
    Shape shape = isAlone ? Shape.of(server.shape()) : usual;
    List<Server> some = open.getOrDefault(shape, new ArrayList<>());
    Path path = isAlone || some.isEmpty() ? reserve(shape) : next.get(shape);
    samples.add(new Sample<>(path, server, shape, label));
    if (isAlone) {
      Workspace.write(path, shape.text(List.of(server)), Workspace.PRIVATE);
      return;
    }
    List<String> names = some.stream().map(Server::name).toList();
    boolean isTaken = names.contains(server.name());
    some.add(isTaken ? server.named(server.name() + "-" + names.size()) : server);
    open.put(shape, some);
    next.put(shape, path);
    if (some.size() >= layout.map(draw -> 1 + draw.below(servers)).orElse(servers)) {
      close(shape);
    }
  }

  private Path reserve(Shape shape) {
    files.add(directory.resolve((files.size() + 1) + "/" + shape.path()));
    return files.get(files.size() - 1);
  }

  /** Writes the servers that are in no file yet. */
  void close() throws IOException {
    for (Shape shape : Shape.all(false)) {
      if (open.containsKey(shape)) {
        close(shape);
      }
    }
  }

  private void close(Shape shape) throws IOException {
    List<Server> some = open.remove(shape);
    String text = layout.map(draw -> shape.text(some, draw)).orElseGet(() -> shape.text(some));
    Workspace.write(next.get(shape), text, Workspace.PRIVATE);
  }
}
