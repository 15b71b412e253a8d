package io.svc.scanner.config;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.svc.scanner.config.ConfigObject.Member;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * A YAML document. An alias stands for a copy of what its anchor names, placed where the alias is;
 * copies are counted, so that a few lines of nested aliases cannot fill the memory.
 */
final class YamlTree extends StreamTree {
  private static final int MOST_COPIES = 100_000;
  private static final String MERGE_KEY = "<<";

  private final YAMLParser parser;
  private final Map<String, ConfigNode> anchors = new HashMap<>();
  private int copies;

  private YamlTree(YAMLParser parser) {
    super("YAML", parser, 0);
    this.parser = parser;
  }

  /** The root of a YAML text. */
  static ConfigNode ofYaml(String text) throws UnreadableConfigException {
    LoaderOptions limits = new LoaderOptions();
    limits.setCodePointLimit(Integer.MAX_VALUE);
    limits.setNestingDepthLimit(MAX_DEPTH);
    YAMLFactory yaml =
        YAMLFactory.builder().loaderOptions(limits).streamReadConstraints(CONSTRAINTS).build();
    try (YAMLParser parser = yaml.createParser(text)) {
      return new YamlTree(parser).read();
    } catch (IOException e) {
      throw new IllegalStateException("Reading from memory failed", e);
    }
  }

  @Override
  ConfigNode value(ConfigNode parent, String key) throws UnreadableConfigException, IOException {
    if (parser.isCurrentAlias()) {
      ConfigNode anchored = anchors.get(parser.getText());
      if (anchored == null) {
        throw new UnreadableConfigException(
            "an alias at line "
                + parser.currentTokenLocation().getLineNr()
                + " names an anchor that is not above it");
      }
      return copy(anchored, parent, key);
    }
    String anchor = parser.getObjectId();
    ConfigNode value = super.value(parent, key);
    if (anchor != null) {
      anchors.put(anchor, value);
    }
    return value;
  }

  @Override
  void addMember(ConfigObject object, Member member) throws UnreadableConfigException {
    if (!member.name().equals(MERGE_KEY) || !(member.value() instanceof ConfigObject merged)) {
      super.addMember(object, member);
      return;
    }
    for (Member inherited : merged.members()) {
      // An object's own members win over merged ones wherever they stand.
      if (object.find(inherited.name()).isEmpty()) {
        ConfigNode value = copy(inherited.value(), object, inherited.name());
        super.addMember(
            object, new Member(inherited.name(), inherited.line(), inherited.column(), value));
      }
    }
  }

  private ConfigNode copy(ConfigNode node, ConfigNode parent, String key)
      throws UnreadableConfigException {
    if (++copies > MOST_COPIES) {
      throw new UnreadableConfigException("aliases stand for more than " + MOST_COPIES + " values");
    }
    int line = node.line();
    int column = node.column();
    if (node instanceof ConfigText text) {
      return new ConfigText(parent, key, line, column, text.text(), text.scalarKind());
    }
    if (node instanceof ConfigList list) {
      ConfigList copied = new ConfigList(parent, key, line, column);
      for (ConfigNode element : list.elements()) {
        copied.add(copy(element, copied, element.key()));
      }
      return copied;
    }
    ConfigObject copied = new ConfigObject(parent, key, line, column);
    for (Member member : ((ConfigObject) node).members()) {
      copied.add(
          new Member(
              member.name(),
              member.line(),
              member.column(),
              copy(member.value(), copied, member.name())));
    }
    return copied;
  }
}
