package io.svc.scanner.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of values. */
public final class ConfigList extends ConfigNode {
  private final List<ConfigNode> elements = new ArrayList<>(4);
  private final List<ConfigNode> view = Collections.unmodifiableList(elements);

  ConfigList(@Nullable ConfigNode parent, String key, int line, int column) {
    super(parent, key, line, column);
  }

  void add(ConfigNode element) {
    elements.add(element);
  }

  /** Returns the elements in the order of the file. */
  public List<ConfigNode> elements() {
    return view;
  }

  @Override
  public String kind() {
    return "a list";
  }
}
