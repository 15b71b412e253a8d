package io.svc.server.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The file of settings of an operator. */
public final class ConfigFuzz {
  private ConfigFuzz() {}

  /** It is read, or told what is wrong with it: in lines without control characters. */
  public static void file(byte[] data) throws IOException {
    Path file = Files.write(Temporary.DIRECTORY.resolve("svc.yaml"), data);
    List<String> problems = new ArrayList<>();
    ConfigFile.read(file, "svc.yaml", problems);
    try {
      new ServerConfigReader(Map.of(), Temporary.DIRECTORY).read(Map.of());
      require(problems.isEmpty(), "settings are taken that have problems: " + problems);
    } catch (InvalidConfigException e) {
      require(!e.problems().isEmpty(), "a refusal without words");
      problems.addAll(e.problems());
    }
    for (String problem : problems) {
      require(
          !problem.isBlank() && problem.codePoints().noneMatch(Character::isISOControl),
          "a problem that cannot be shown: " + problem);
    }
  }

  private static final class Temporary {
    private static final Path DIRECTORY = create();

    private static Path create() {
      try {
        Path directory = Files.createTempDirectory("fuzz");
        directory.toFile().deleteOnExit();
        directory.resolve("svc.yaml").toFile().deleteOnExit();
        return directory;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
