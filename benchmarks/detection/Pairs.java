package detection;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Pairs of a vulnerable file and its fixed twin, which differ as little as possible. */
abstract class Pairs {
  /** What writes one side of a pair, and says which files to scan. */
  interface Side {
    List<Path> write(Workspace workspace, String project, Command command) throws Exception;
  }

  /** How the files of a side are scanned. */
  enum Scan {
    /** Beside those of other pairs, which is quick. */
    TOGETHER,
    /** By a process of their own, in their own directory: other files would be seen beside them. */
    ALONE,
    /** In their own directory too, but without being named. */
    DISCOVERED
  }

  record Pair(String type, Scan scan, Side vulnerable, Side fixed) {}

  private final List<Pair> pairs = new ArrayList<>();
  private int turn;

  List<Pair> pairs() {
    return pairs;
  }

  /** In the shape of one client after the other. */
  final void pair(String type, Server vulnerable, Server fixed) {
    boolean isRemote = vulnerable.isRemote() || fixed.isRemote();
    List<Shape> shapes = isRemote ? Shape.forUrls() : Shape.forPrograms();
    pair(type, shapes.get(turn++ % shapes.size()), vulnerable, fixed);
  }

  final void pair(String type, Shape shape, Server vulnerable, Server fixed) {
    pair(type, shape.file(vulnerable), shape.file(fixed));
  }

  final void pair(String type, ConfigFile vulnerable, ConfigFile fixed) {
    pairs.add(new Pair(type, Scan.TOGETHER, side(vulnerable), side(fixed)));
  }

  /** As other pairs, but no server of another pair is seen beside it. */
  final void alone(String type, Shape shape, Server vulnerable, Server fixed) {
    alone(type, List.of(shape.file(vulnerable)), List.of(shape.file(fixed)));
  }

  final void alone(String type, List<ConfigFile> vulnerable, List<ConfigFile> fixed) {
    prepared(
        type, side(vulnerable.toArray(ConfigFile[]::new)), side(fixed.toArray(ConfigFile[]::new)));
  }

  final void prepared(String type, Side vulnerable, Side fixed) {
    prepared(type, Scan.ALONE, vulnerable, fixed);
  }

  final void prepared(String type, Scan scan, Side vulnerable, Side fixed) {
    pairs.add(new Pair(type, scan, vulnerable, fixed));
  }

  private static Side side(ConfigFile... files) {
    return (workspace, project, command) -> write(workspace, project, files);
  }

  static List<Path> write(Workspace workspace, String project, ConfigFile... files)
      throws IOException {
    List<Path> paths = new ArrayList<>();
    for (ConfigFile file : files) {
      paths.add(workspace.write(project, file));
    }
    return paths;
  }

  /** A text of some lines, as a file of a client. */
  static ConfigFile file(String path, String text) {
    return new ConfigFile(path, text);
  }
}
