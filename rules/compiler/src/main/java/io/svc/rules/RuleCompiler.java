package io.svc.rules;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Makes the index of a directory of rule files; the build of the {@code rules} module runs it.
 *
 * <p>It never ends the process itself, because it runs inside Maven, and writes only when the bytes
 * change, so that nothing downstream is rebuilt for nothing.
 */
public final class RuleCompiler {
  private RuleCompiler() {}

  /**
   * Runs the compiler.
   *
   * @param arguments the directory of the rule files and the index file to write
   * @throws IOException when a file cannot be read or written
   * @throws InvalidRuleException when a rule file is not valid; this fails the build
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      throw new IllegalArgumentException("Expected two arguments: RULE_DIRECTORY INDEX_FILE");
    }
    List<RuleSource> rules = RuleLoader.loadDirectory(Path.of(arguments[0]));
    byte[] index =
        RuleIndex.encode(rules.stream().map(RuleSource::rule).toList())
            .getBytes(StandardCharsets.UTF_8);
    Path file = Path.of(arguments[1]);
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), index)) {
      Files.createDirectories(file.getParent());
      Files.write(file, index);
    }
  }
}
