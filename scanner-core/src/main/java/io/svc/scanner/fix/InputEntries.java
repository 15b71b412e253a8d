package io.svc.scanner.fix;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.fix.ServerValueRoles.ValueRole;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a Visual Studio Code file, which are siblings of its servers. All secrets of a file
 * are one change, because an unused input and a reference without input are errors.
 */
final class InputEntries {
  private static final String KEY = "inputs";

  private final FixDraft draft;
  private final Change.Builder change = new Change.Builder();
  private final Map<String, String> idOfVariable = new HashMap<>();
  private final Map<String, String> descriptions = new LinkedHashMap<>();
  private final Set<String> ids = new HashSet<>();
  private @Nullable ConfigNode container;

  InputEntries(FixDraft draft) {
    this.draft = draft;
  }

  Change.Builder change() {
    return change;
  }

  /** Returns true if the servers are at a place where inputs can be their siblings. */
  boolean canAddInputs(ValueRole use) {
    Optional<ConfigNode> found = use.server().map(McpServer::entry).flatMap(ConfigNode::parent);
    if (found.isEmpty() || !found.get().key().equals("servers")) {
      return false;
    }
    Optional<ConfigNode> parent = found.get().parent();
    boolean hasParent =
        parent.isPresent()
            && parent.get() instanceof ConfigObject object
            && !object.hasRepeats()
            && (object.find(KEY).isEmpty() || object.find(KEY).get() instanceof ConfigList)
            && (object.parent().isEmpty() || object.key().equals("mcp"));
    if (hasParent && container == null) {
      container = found.get();
      readIds();
    }
    return hasParent && container == found.get();
  }

  private ConfigObject parentObject() {
    return (ConfigObject) requireNonNull(container).parent().orElseThrow();
  }

  private void readIds() {
    if (parentObject().find(KEY).orElse(null) instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (element instanceof ConfigObject input) {
          input.findText("id").ifPresent(id -> ids.add(id.text()));
        }
      }
    }
  }

  /** Returns the reference to a variable's input, which is created if missing. */
  String referenceTo(String variable, ValueRole use) {
    String existing = idOfVariable.get(variable);
    if (existing == null) {
      String base = variable.toLowerCase(Locale.ROOT).replace('_', '-');
      existing = base;
      for (int number = 2; !ids.add(existing); number++) {
        existing = base + "-" + number;
      }
      idOfVariable.put(variable, existing);
      String server = draft.subject().redactor().redactLine(use.server().orElseThrow().name());
      descriptions.put(existing, variable + " for " + server);
    }
    return "${input:" + existing + "}";
  }

  /** Adds the inputs to the file, if any. */
  void finish() {
    if (descriptions.isEmpty()) {
      return;
    }
    Optional<ConfigNode> list = parentObject().find(KEY);
    ValueExtent servers = draft.extentOf(requireNonNull(container)).orElseThrow();
    if (list.isPresent()) {
      appendTo((ConfigList) list.get());
    } else {
      Layout layout = layoutOf(parentObject(), servers.start());
      List<String> entries = entries(layout.deeper(), 0);
      String break1 = layout.deeper().separator();
      String inside =
          layout.isSpread()
              ? break1 + String.join("," + break1, entries) + layout.separator()
              : String.join("," + layout.blank(), entries);
      change.edit(
          servers.end(),
          servers.end(),
          "," + layout.separator() + "\"" + KEY + "\":" + layout.blank() + "[" + inside + "]");
      change.add(pointer(), "a list");
    }
    draft.add(change.build());
  }

  private void appendTo(ConfigList list) {
    ValueExtent extent = draft.extentOf(list).orElseThrow();
    List<ConfigNode> elements = list.elements();
    if (elements.isEmpty()) {
      Layout layout = layoutOf(parentObject(), extent.start());
      List<String> entries = entries(layout.deeper(), 0);
      String separator = layout.deeper().separator();
      String inside =
          layout.isSpread()
              ? separator + String.join("," + separator, entries) + layout.separator()
              : String.join("," + layout.blank(), entries);
      boolean isEmpty = draft.text().substring(extent.start() + 1, extent.end() - 1).isBlank();
      change.edit(extent.start() + 1, isEmpty ? extent.end() - 1 : extent.start() + 1, inside);
      return;
    }
    ValueExtent last = draft.extentOf(elements.get(elements.size() - 1)).orElseThrow();
    boolean isOnOneLine = draft.text().substring(last.start(), last.end()).indexOf('\n') < 0;
    boolean startsLine = draft.startsLine(last.start());
    String blank = layoutOf(parentObject(), extent.start()).blank();
    String indentation = draft.indentation(last.start());
    Layout layout = new Layout(draft.lineEnd(), indentation, unit(indentation), startsLine, blank);
    StringBuilder more = new StringBuilder();
    for (String entry : entries(layout.onOneLineIf(isOnOneLine), elements.size())) {
      more.append(',').append(layout.separator()).append(entry);
    }
    change.edit(last.end(), last.end(), more.toString());
  }

  private List<String> entries(Layout layout, int first) {
    List<String> entries = new ArrayList<>();
    for (Map.Entry<String, String> input : descriptions.entrySet()) {
      String at = pointer() + "/" + (first + entries.size());
      change.add(at, "an object");
      change.addText(at + "/type", "promptString");
      change.addText(at + "/id", input.getKey());
      change.addText(at + "/description", input.getValue());
      change.add(at + "/password", "a boolean: true");
      String colon = ":" + layout.blank();
      List<String> members =
          List.of(
              "\"type\"" + colon + "\"promptString\"",
              "\"id\"" + colon + ScalarText.quoted(input.getKey()),
              "\"description\"" + colon + ScalarText.quoted(input.getValue()),
              "\"password\"" + colon + "true");
      String separator = layout.deeper().separator();
      entries.add(
          layout.isSpread()
              ? "{" + separator + String.join("," + separator, members) + layout.separator() + "}"
              : "{"
                  + layout.blank()
                  + String.join("," + layout.blank(), members)
                  + layout.blank()
                  + "}");
    }
    return entries;
  }

  private String pointer() {
    return parentObject().location().pointer() + "/" + KEY;
  }

  /** Returns the layout of an object's members, derived from its text. */
  private Layout layoutOf(ConfigObject object, int within) {
    int line = draft.lineStart(within);
    int open = draft.extentOf(object).orElseThrow().start();
    boolean isSpread = open < line;
    boolean isTight = draft.text().indexOf('\n') < 0 && !draft.text().contains("\": ");
    String indentation = draft.indentation(within);
    return new Layout(
        draft.lineEnd(), indentation, unit(indentation), isSpread, isTight ? "" : " ");
  }

  /** Returns the indentation of one nesting level. */
  private String unit(String indentation) {
    if (indentation.indexOf('\t') >= 0) {
      return "\t";
    }
    ConfigNode servers = requireNonNull(container);
    ConfigNode first =
        servers instanceof ConfigObject map && !map.members().isEmpty()
            ? map.members().get(0).value()
            : servers;
    String deeper = draft.indentation(draft.extentOf(first).orElseThrow().start());
    int width = draft.indentation(draft.extentOf(servers).orElseThrow().start()).length();
    return deeper.length() > width ? deeper.substring(width) : "  ";
  }

  /**
   * A layout.
   *
   * @param indentation indentation of the members
   * @param isSpread whether each member is on its own line
   * @param blank white space after commas and colons
   */
  private record Layout(
      String lineEnd, String indentation, String unit, boolean isSpread, String blank) {
    String separator() {
      return isSpread ? lineEnd + indentation : blank;
    }

    Layout deeper() {
      return new Layout(lineEnd, indentation + unit, unit, isSpread, blank);
    }

    Layout onOneLineIf(boolean isOnOneLine) {
      return isOnOneLine ? new Layout(lineEnd, indentation, unit, false, blank) : this;
    }
  }
}
