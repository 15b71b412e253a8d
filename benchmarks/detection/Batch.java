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

  private record Open(Path path, List<Server> servers) {}

  final List<Path> files = new ArrayList<>();
  final List<Sample<L>> samples = new ArrayList<>();

  private final Path directory;
  private final Optional<Draw> layout;
  private final int servers;
  private final Map<Shape, Open> open = new HashMap<>();

  /** With a layout, the number of servers in a file and its layout vary. */
  Batch(Path directory, Optional<Draw> layout, int servers) {
    this.directory = directory;
    this.layout = layout;
    this.servers = servers;
  }

  /** Adds a server. A server with a shape gets its own file; a repeated name gets a number. */
  void add(Server server, Shape usual, L label) throws IOException {
    boolean isAlone = !server.shape().isEmpty();
    Shape shape = isAlone ? Shape.of(server.shape()) : usual;
    boolean isNew = isAlone || !open.containsKey(shape);
    Open file = isNew ? new Open(reserve(shape), new ArrayList<>()) : open.get(shape);
    samples.add(new Sample<>(file.path(), server, shape, label));
    boolean isTaken = file.servers().stream().anyMatch(it -> it.name().equals(server.name()));
    int size = file.servers().size();
    file.servers().add(isTaken ? server.named(server.name() + "-" + size) : server);
    if (isAlone || size + 1 >= layout.map(draw -> 1 + draw.below(servers)).orElse(servers)) {
      close(shape, file);
      open.remove(shape, file);
    } else {
      open.put(shape, file);
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
        close(shape, open.get(shape));
      }
    }
  }

  private void close(Shape shape, Open file) throws IOException {
    List<Server> all = file.servers();
    String text = layout.map(draw -> shape.text(all, draw)).orElseGet(() -> shape.text(all));
    Workspace.write(file.path(), text, Workspace.PRIVATE);
  }
}
