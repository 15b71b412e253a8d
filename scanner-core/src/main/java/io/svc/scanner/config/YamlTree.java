package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML document, built from the parser's events; no objects are constructed from tags. An alias
 * is resolved to a copy of its anchor's value. The number of copies is limited, so that nested
 * aliases cannot exhaust the memory.
 */
class YamlTree {
  private static final int MAX_COPIES = 100_000;
  private static final String MERGE_KEY = "<<";
  private static final Resolver RESOLVER = new Resolver();

  private final TextColumns columns;
  private final Iterator<Event> events;
  private final Map<String, ConfigNode> anchors = new HashMap<>();
  private int copies;

  YamlTree(String text) {
    LoaderOptions limits = new LoaderOptions();
    limits.setCodePointLimit(Integer.MAX_VALUE);
    limits.setNestingDepthLimit(Integer.MAX_VALUE);
    Yaml yaml =
        new Yaml(
            new SafeConstructor(limits),
            new Representer(new DumperOptions()),
            new DumperOptions(),
            limits);
    this.columns = new TextColumns(text);
    this.events = yaml.parse(new StringReader(text)).iterator();
  }

  /** Returns the root of a YAML text. */
  static ConfigNode ofYaml(String text) throws UnreadableConfigException {
    return new YamlTree(text).read();
  }

  /** Called for each value of the file itself; overridden to record positions. */
  void read(ConfigNode value, NodeEvent start, Event end) {}

  /** Called for the key of a member, after its value. */
  void readKey(ConfigNode value, Event key) {}

  /** Called for each value that is copied from an anchor. */
  void copied(ConfigNode original, ConfigNode copy) {}

  final ConfigNode read() throws UnreadableConfigException {
    try {
      return document();
    } catch (MarkedYAMLException e) {
      // The parser's message quotes the file, which may contain secrets.
      Mark mark = e.getProblemMark();
      throw new UnreadableConfigException(
          mark == null
              ? "not valid YAML"
              : "not valid YAML (line "
                  + (mark.getLine() + 1)
                  + ", column "
                  + (mark.getColumn() + 1)
                  + ")");
    } catch (YAMLException e) {
      throw new UnreadableConfigException("not valid YAML");
    }
  }

  private ConfigNode document() throws UnreadableConfigException {
    ConfigNode root = null;
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof DocumentStartEvent && root != null) {
        throw new UnreadableConfigException(
            "a second document begins at line "
                + (event.getStartMark().getLine() + 1)
                + "; expected one per file");
      }
      if (event instanceof NodeEvent node) {
        root = value(node, null, "", 0);
      }
    }
    if (root == null) {
      throw new UnreadableConfigException("the file contains only whitespace or comments");
    }
    return root;
  }

  private ConfigNode value(NodeEvent event, @Nullable ConfigNode parent, String key, int depth)
      throws UnreadableConfigException {
    requireShallow(depth);
    if (event instanceof AliasEvent alias) {
      ConfigNode anchored = anchors.get(alias.getAnchor());
      if (anchored == null) {
        throw new UnreadableConfigException(
            "an alias at line "
                + line(event)
                + " refers to an anchor that is not defined before"
                + " it");
      }
      return copy(anchored, parent, key, depth);
    }
    ConfigNode value;
    if (event instanceof ScalarEvent scalar) {
      value = text(scalar, parent, key);
      read(value, scalar, scalar);
    } else if (event instanceof SequenceStartEvent) {
      value = list(event, parent, key, depth);
    } else {
      value = object(event, parent, key, depth);
    }
    if (event.getAnchor() != null) {
      anchors.put(event.getAnchor(), value);
    }
    return value;
  }

  private ConfigText text(ScalarEvent scalar, @Nullable ConfigNode parent, String key) {
    Kind kind = Kind.TEXT;
    if (scalar.getScalarStyle() == ScalarStyle.PLAIN && scalar.getTag() == null) {
      Tag tag = RESOLVER.resolve(NodeId.scalar, scalar.getValue(), true);
      if (tag.equals(Tag.NULL)) {
        kind = Kind.NULL;
      } else if (tag.equals(Tag.BOOL)) {
        kind = Kind.BOOLEAN;
      } else if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
        kind = Kind.NUMBER;
      }
    }
    String text = kind == Kind.NULL ? "" : scalar.getValue();
    return new ConfigText(parent, key, line(scalar), column(scalar), text, kind);
  }

  private ConfigList list(NodeEvent start, @Nullable ConfigNode parent, String key, int depth)
      throws UnreadableConfigException {
    ConfigList list = new ConfigList(parent, key, line(start), column(start));
    Event event = events.next();
    while (event instanceof NodeEvent element) {
      list.add(value(element, list, Integer.toString(list.elements().size()), depth + 1));
      event = events.next();
    }
    read(list, start, event);
    return list;
  }

  private ConfigObject object(NodeEvent start, @Nullable ConfigNode parent, String key, int depth)
      throws UnreadableConfigException {
    ConfigObject object = new ConfigObject(parent, key, line(start), column(start));
    List<ConfigNode> merged = new ArrayList<>();
    Event event = events.next();
    while (event instanceof NodeEvent keyEvent) {
      // A key may be any value. Clients use only texts, so other keys are named by their location.
      boolean isText = keyEvent instanceof ScalarEvent;
      String name = isText ? ((ScalarEvent) keyEvent).getValue() : "?" + line(keyEvent);
      if (isText && keyEvent.getAnchor() != null) {
        anchors.put(keyEvent.getAnchor(), text((ScalarEvent) keyEvent, object, name));
      }
      if (!isText) {
        ConfigNode complex = value(keyEvent, object, name, depth + 1);
        name = complex instanceof ConfigText text ? text.text() : name;
      }
      ConfigNode value = value((NodeEvent) events.next(), object, name, depth + 1);
      readKey(value, keyEvent);
      if (name.equals(MERGE_KEY)) {
        merged.add(value);
      } else {
        object.add(new Member(name, line(keyEvent), column(keyEvent), value));
      }
      event = events.next();
    }
    read(object, start, event);
    for (ConfigNode source : merged) {
      merge(source, object, depth);
    }
    return object;
  }

  /** An object's own members override merged ones; earlier merges override later ones. */
  private void merge(ConfigNode source, ConfigObject object, int depth)
      throws UnreadableConfigException {
    if (source instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        merge(element, object, depth);
      }
    } else if (source instanceof ConfigObject inherited) {
      Set<String> ownKeys = new HashSet<>();
      for (Member member : object.members()) {
        ownKeys.add(member.name());
      }
      for (Member member : inherited.members()) {
        if (!ownKeys.contains(member.name())) {
          ConfigNode value = copy(member.value(), object, member.name(), depth + 1);
          object.add(new Member(member.name(), member.line(), member.column(), value));
        }
      }
    }
  }

  private ConfigNode copy(ConfigNode node, @Nullable ConfigNode parent, String key, int depth)
      throws UnreadableConfigException {
    requireShallow(depth);
    if (++copies > MAX_COPIES) {
      throw new UnreadableConfigException("aliases expand to more than " + MAX_COPIES + " values");
    }
    int line = node.line();
    int column = node.column();
    if (node instanceof ConfigText text) {
      ConfigText copied = new ConfigText(parent, key, line, column, text.text(), text.scalarKind());
      copied(text, copied);
      return copied;
    }
    if (node instanceof ConfigList list) {
      ConfigList copied = new ConfigList(parent, key, line, column);
      for (ConfigNode element : list.elements()) {
        copied.add(copy(element, copied, element.key(), depth + 1));
      }
      copied(list, copied);
      return copied;
    }
    ConfigObject copied = new ConfigObject(parent, key, line, column);
    for (Member member : ((ConfigObject) node).members()) {
      ConfigNode value = copy(member.value(), copied, member.name(), depth + 1);
      copied.add(new Member(member.name(), member.line(), member.column(), value));
    }
    copied(node, copied);
    return copied;
  }

  private static void requireShallow(int depth) throws UnreadableConfigException {
    if (depth > JsonTree.MAX_DEPTH) {
      throw new UnreadableConfigException(
          "values are nested deeper than " + JsonTree.MAX_DEPTH + " levels");
    }
  }

  private static int line(Event event) {
    return event.getStartMark().getLine() + 1;
  }

  private int column(Event event) {
    return columns.inUtf16(line(event), event.getStartMark().getColumn() + 1);
  }
}
