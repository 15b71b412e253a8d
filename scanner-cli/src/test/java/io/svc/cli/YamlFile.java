package io.svc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A YAML file of the project, as the tools that it is for read it. */
final class YamlFile {
  private YamlFile() {}

  /** What the file holds, its path given from the root of the repository. */
  static Object read(String path) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    return new Yaml(new SafeConstructor(options)).load(ProjectFiles.read(path));
  }

  /** Every value that stands under a key, wherever that is. */
  static List<Object> all(Object node, String key) {
    List<Object> found = new ArrayList<>();
    if (node instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (key.equals(entry.getKey())) {
          found.add(entry.getValue());
        }
        found.addAll(all(entry.getValue(), key));
      }
    } else if (node instanceof List<?> list) {
      list.forEach(element -> found.addAll(all(element, key)));
    }
    return found;
  }

  /** The same, of texts and lists of texts. */
  static List<String> texts(Object node, String key) {
    List<String> texts = new ArrayList<>();
    for (Object value : all(node, key)) {
      if (value instanceof List<?> list) {
        list.forEach(element -> texts.add((String) element));
      } else {
        texts.add((String) value);
      }
    }
    return texts;
  }
}
