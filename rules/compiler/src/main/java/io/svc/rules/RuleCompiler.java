package io.svc.rules;

import io.svc.rules.AdvisoryIndex.PackageKey;
import io.svc.rules.definition.InvalidDefinitionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Compiles rule files into the catalog that a scan reads. The build of the {@code rules} module
 * runs it.
 *
 * <p>It never exits the process, because it runs inside Maven. It writes only when the bytes
 * change, to avoid unnecessary rebuilds of other modules.
 */
public final class RuleCompiler {
  private final Path source;
  private final Path target;
  private final Path classes;

  private RuleCompiler(Path source, Path target, Path classes) {
    this.source = source;
    this.target = target;
    this.classes = classes;
  }

  /**
   * Runs the compiler.
   *
   * @param arguments the directory of the files, the directory to write texts to, and the directory
   *     to write {@link CatalogSource} to
   * @throws IOException if a file cannot be read or written
   * @throws InvalidDefinitionException if a file is invalid; this fails the build
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 3) {
      throw new IllegalArgumentException(
          "Expected three arguments: SOURCE_DIRECTORY TEXT_DIRECTORY CLASS_DIRECTORY");
    }
    new RuleCompiler(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2])).run();
  }

  private void run() throws IOException {
    Map<String, String> sources = new TreeMap<>(files("secrets", ".yaml"));
    Map<String, String> pages = files("checks", ".yaml");
    pages.forEach(CheckPage::load);
    sources.putAll(pages);
    List<Rule> rules =
        RuleLoader.loadDirectory(source.resolve("secrets")).stream().map(RuleSource::rule).toList();
    // All files are read before anything is written: an invalid file leaves the catalog unchanged.
    String packages = encoded("packages/well-known.yaml", PackageCatalog::encode);
    String capabilities = encoded("clients/capabilities.yaml", CapabilityCatalog::encode);
    String options = encoded("tools/credential-options.yaml", CredentialOptions::encode);
    String advisories = advisories(PackageCatalog.parse(packages).date());
    String confusables = confusables();
    write(target.resolve("rules.index"), RuleIndex.encode(rules));
    write(target.resolve("sources.bundle"), SourceBundle.encode(sources));
    write(target.resolve("packages.index"), packages);
    write(target.resolve("capabilities.index"), capabilities);
    write(target.resolve("options.index"), options);
    write(target.resolve("advisories.index"), advisories);
    write(target.resolve("confusables.index"), confusables);
    CatalogSource generated = new CatalogSource();
    generated.addText("packages", packages);
    generated.addText("capabilities", capabilities);
    generated.addText("options", options);
    generated.addText("advisories", advisories);
    generated.addText("confusables", confusables);
    generated.addKeywords("keywords", rules.stream().map(Rule::keywords).toList());
    generated.addKeywords("contexts", rules.stream().map(Rule::context).toList());
    generated.addRules(rules);
    write(classes.resolve(CatalogSource.FILE), generated.text());
  }

  private interface Encoder {
    String encode(String file, String text);
  }

  private String encoded(String path, Encoder encoder) throws IOException {
    return encoder.encode(path, Files.readString(source.resolve(path), StandardCharsets.UTF_8));
  }

  private String advisories(String date) throws IOException {
    Map<PackageKey, List<Advisory>> advisories = OsvReader.noAdvisories();
    OsvReader reader = new OsvReader(advisories);
    Map<String, String> files = files("advisories", ".json");
    for (Map.Entry<String, String> file : files.entrySet()) {
      try {
        reader.read(file.getValue());
      } catch (IllegalArgumentException e) {
        throw new InvalidDefinitionException(file.getKey(), 1, 1, String.valueOf(e.getMessage()));
      }
    }
    return AdvisoryIndex.encode(date, "the advisories that ship with the command", advisories);
  }

  /** Returns the table without its comments; a line is the character and its replacement. */
  private String confusables() throws IOException {
    StringBuilder table = new StringBuilder();
    for (String line : Files.readAllLines(source.resolve("unicode/confusables.tsv"))) {
      if (!line.startsWith("#")) {
        List<String> fields = TabSeparatedLines.split(line, TabSeparatedLines.FIELD);
        table.append(Character.toString(Integer.parseInt(fields.get(0), 16)));
        table.append(fields.get(1)).append('\n');
      }
    }
    return table.toString();
  }

  private Map<String, String> files(String directory, String ending) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(source.resolve(directory))) {
      for (Path path : walk.filter(file -> file.toString().endsWith(ending)).toList()) {
        files.put(
            source.relativize(path).toString().replace('\\', '/'),
            Files.readString(path, StandardCharsets.UTF_8));
      }
    }
    return files;
  }

  private static void write(Path file, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    }
  }
}
