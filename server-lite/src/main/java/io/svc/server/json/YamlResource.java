package io.svc.server.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads YAML resources of the server. */
public final class YamlResource {
  private static final int MAX_ALIASES = 10_000;

  private YamlResource() {}

  /** Returns the tree of a file; its path is relative to the class, or absolute. */
  public static JsonNode read(Class<?> owner, String path) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setMaxAliasesForCollections(MAX_ALIASES);
    try (InputStream in = owner.getResourceAsStream(path)) {
      return Json.tree(new Yaml(new SafeConstructor(options)).load(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
