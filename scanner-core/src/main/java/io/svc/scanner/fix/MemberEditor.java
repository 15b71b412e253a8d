package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.config.ValueExtent.Form;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Removes members of objects and inserts texts into lists, in TOML and YAML. */
final class MemberEditor {
  private final FixDraft draft;

  MemberEditor(FixDraft draft) {
    this.draft = draft;
  }

  /**
   * Removes members of an object.
   *
   * @return whether the removal is possible
   */
  boolean remove(ConfigObject object, List<ConfigNode> values, Change.Builder change) {
    Optional<ValueExtent> extent = draft.extentOf(object);
    boolean isInline = extent.isPresent() && extent.get().form() == Form.INLINE;
    for (ConfigNode value : values) {
      change.remove(value.location().pointer());
    }
    if (extent.isEmpty() && values.size() == object.members().size()) {
      // An implicit TOML table disappears with its last member.
      change.remove(object.location().pointer());
    }
    return isInline
        ? removeInline(object, values, extent.get(), change)
        : removeLines(object, values, change);
  }

  private boolean removeInline(
      ConfigObject object, List<ConfigNode> values, ValueExtent extent, Change.Builder change) {
    Set<ConfigNode> removed = new HashSet<>(values);
    List<ValueExtent> all = new ArrayList<>();
    List<Boolean> stays = new ArrayList<>();
    for (ConfigObject.Member member : object.members()) {
      Optional<ValueExtent> found = draft.extentOf(member.value());
      if (found.isEmpty()) {
        return false;
      }
      all.add(found.get());
      stays.add(!removed.contains(member.value()));
    }
    int lastStaying = stays.lastIndexOf(true);
    for (int i = 0; i < lastStaying; i++) {
      if (!stays.get(i)) {
        change.edit(all.get(i).keyStart(), all.get(i + 1).keyStart(), "");
      }
    }
    int end = all.get(all.size() - 1).end();
    if (lastStaying < 0) {
      change.edit(extent.start() + 1, extent.end() - 1, "");
    } else if (lastStaying < all.size() - 1) {
      change.edit(all.get(lastStaying).end(), end, "");
    }
    return true;
  }

  private boolean removeLines(ConfigObject object, List<ConfigNode> values, Change.Builder change) {
    for (ConfigNode value : values) {
      Optional<ValueExtent> extent = draft.extentOf(value);
      if (extent.isEmpty() || !draft.startsLine(extent.get().keyStart())) {
        return false;
      }
      String text = draft.text();
      int end = draft.nextLine(extent.get().end());
      String rest = text.substring(extent.get().end(), end);
      if (rest.isBlank()) {
        change.edit(draft.lineStart(extent.get().keyStart()), end, "");
      } else if (rest.stripLeading().startsWith("#")) {
        int comment = text.indexOf('#', extent.get().end());
        change.edit(extent.get().keyStart(), comment, "");
      } else {
        return false;
      }
    }
    return becomesEmpty(object, values, change);
  }

  /** A YAML key without value is null, which differs from an empty map. */
  private boolean becomesEmpty(
      ConfigObject object, List<ConfigNode> values, Change.Builder change) {
    Optional<ValueExtent> extent = draft.extentOf(object);
    boolean isBlock = extent.isPresent() && extent.get().form() == Form.BLOCK;
    if (!isBlock || values.size() < object.members().size()) {
      return true;
    }
    int colon = draft.text().indexOf(':', extent.get().keyStart() + object.key().length());
    boolean isBefore = colon > 0 && colon < extent.get().start();
    if (isBefore) {
      change.edit(colon + 1, colon + 1, " {}");
    }
    return isBefore;
  }

  /** Appends texts to a list. */
  boolean append(ConfigList list, List<String> texts, Change.Builder change) {
    Optional<ValueExtent> extent = draft.extentOf(list);
    if (extent.isEmpty()) {
      return false;
    }
    int size = list.elements().size();
    for (int i = 0; i < texts.size(); i++) {
      change.addText(list.location().pointer() + "/" + (size + i), texts.get(i));
    }
    if (size == 0) {
      change.edit(extent.get().start() + 1, extent.get().start() + 1, joined(texts, ", "));
      return extent.get().form() == Form.INLINE;
    }
    Optional<ValueExtent> last = draft.extentOf(list.elements().get(size - 1));
    if (last.isEmpty()) {
      return false;
    }
    int end = last.get().end();
    String indentation = draft.lineEnd() + draft.indentation(last.get().start());
    if (extent.get().form() == Form.BLOCK) {
      int line = draft.nextLine(end);
      StringBuilder lines = new StringBuilder();
      for (String text : texts) {
        lines.append(indentation).append("- ").append(text);
      }
      boolean endsInBreak = draft.text().startsWith("\n", line - 1);
      String added = lines.toString();
      change.edit(
          line,
          line,
          endsInBreak ? added.substring(draft.lineEnd().length()) + draft.lineEnd() : added);
    } else {
      String separator = draft.startsLine(last.get().start()) ? "," + indentation : ", ";
      change.edit(end, end, separator + joined(texts, separator));
    }
    return true;
  }

  private static String joined(List<String> texts, String separator) {
    List<String> quoted = new ArrayList<>();
    for (String text : texts) {
      quoted.add(ScalarText.quoted(text));
    }
    return String.join(separator, quoted);
  }

  /** Inserts lines after the line in which a value ends. */
  void insertLines(int offset, List<String> lines, Change.Builder change) {
    int at = draft.nextLine(offset);
    boolean endsInBreak = at > 0 && draft.text().startsWith("\n", at - 1);
    String joined = String.join(draft.lineEnd(), lines);
    change.edit(at, at, endsInBreak ? joined + draft.lineEnd() : draft.lineEnd() + joined);
  }
}
