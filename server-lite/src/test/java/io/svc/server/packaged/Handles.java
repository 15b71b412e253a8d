package io.svc.server.packaged;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What of the machine a server holds, as Linux tells; zero elsewhere. */
final class Handles {
  private Handles() {}

  static long threads(PackagedServer server) throws IOException {
    return count(server, "task");
  }

  static long open(PackagedServer server) throws IOException {
    return count(server, "fd");
  }

  private static long count(PackagedServer server, String description) throws IOException {
    Path list = Path.of("/proc", Long.toString(server.pid()), description);
    if (!Files.isDirectory(list)) {
      return 0;
    }
    try (Stream<Path> entries = Files.list(list)) {
      return entries.count();
    }
  }
}
