package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.config.ValueExtent.Form;
import io.svc.scanner.fix.SecretParts.Part;
import io.svc.scanner.fix.ServerValueRoles.ValueRole;
import io.svc.scanner.redact.FoundSecret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Moves secrets for Goose, which looks up the names in {@code env_keys} in its environment and its
 * key store. A member of {@code envs} is replaced by its name; a header refers to such a name.
 */
final class GooseReferences extends NamedReferences<GooseReferences.Extension> {
  private static final String KEYS = "env_keys";

  GooseReferences(FixDraft draft, VariableNames names) {
    super(draft, names, "the new keys cannot be added to its entry as written");
  }

  /** The changes of a server's entry, which Goose calls an extension. */
  static final class Extension extends Entry {
    private final List<String> keys = new ArrayList<>();
    private Optional<ConfigNode> neighbor = Optional.empty();
  }

  @Override
  Optional<String> plan(List<FoundSecret> secrets, ValueRole use, ValueExtent extent) {
    ConfigText value = secrets.get(0).origin();
    ConfigNode parent = value.parent().orElse(null);
    ConfigNode owner = parent == null ? null : parent.parent().orElse(null);
    if (!(parent instanceof ConfigObject parentObject)
        || !(parentObject.key().equals("envs") || parentObject.key().equals("headers"))
        || !(owner instanceof ConfigObject object)) {
      return Optional.of("Goose reads no keys there");
    }
    if (draft.source().pointersAt(extent).size() > 1 || isShared(owner)) {
      return Optional.of("several servers share it through an anchor");
    }
    Extension entry = entries.computeIfAbsent(object, key -> new Extension());
    Optional<String> obstacle =
        parentObject.key().equals("envs")
            ? planVariable(value, use, extent, parentObject, entry, secrets)
            : planHeader(secrets, use, extent, entry);
    if (obstacle.isEmpty()) {
      entry.secrets.addAll(secrets);
      entry.neighbor = Optional.of(parent);
    }
    return obstacle;
  }

  private boolean isShared(ConfigNode owner) {
    Optional<ValueExtent> extent = draft.extentOf(owner);
    return extent.isEmpty() || draft.source().pointersAt(extent.get()).size() > 1;
  }

  private Optional<String> planVariable(
      ConfigText value,
      ValueRole use,
      ValueExtent extent,
      ConfigObject variables,
      Extension entry,
      List<FoundSecret> secrets) {
    Optional<String> obstacle = EnvFileText.obstacle(extent.text());
    if (obstacle.isPresent()) {
      return obstacle;
    }
    Optional<String> key = names.allocateExactly(use.name(), extent.text());
    if (key.isEmpty()) {
      return Optional.of("Goose looks up a key by its own name, which already has another value");
    }
    entry.change.secret(key.get(), extent.text());
    entry.removed.computeIfAbsent(variables, object -> new ArrayList<>()).add(value);
    addKey(entry, key.get());
    addFixes(entry, secrets, KEYS + " " + key.get());
    return Optional.empty();
  }

  private Optional<String> planHeader(
      List<FoundSecret> secrets, ValueRole use, ValueExtent extent, Extension entry) {
    String text = extent.text();
    List<Part> parts =
        SecretParts.of(text, secrets).orElse(List.of(new Part(0, text.length(), "")));
    for (Part part : parts) {
      Optional<String> obstacle = EnvFileText.obstacle(SecretParts.valueOf(text, part));
      if (obstacle.isPresent()) {
        return obstacle;
      }
    }
    StringBuilder changed = new StringBuilder();
    int copied = 0;
    for (Part part : parts) {
      String value = SecretParts.valueOf(text, part);
      String key = headerVariable(use, value);
      entry.change.secret(key, value);
      addKey(entry, key);
      changed.append(text, copied, part.start()).append("${").append(key).append('}');
      copied = part.end();
    }
    draft.change(entry.change, extent, changed.append(text, copied, text.length()).toString());
    addFixes(entry, secrets, KEYS + " and a reference");
    return Optional.empty();
  }

  private static void addKey(Extension entry, String key) {
    if (!entry.keys.contains(key)) {
      entry.keys.add(key);
    }
  }

  @Override
  boolean complete(ConfigObject object, Extension entry) {
    for (Map.Entry<ConfigObject, List<ConfigNode>> part : entry.removed.entrySet()) {
      if (!members.remove(part.getKey(), part.getValue(), entry.change)) {
        return false;
      }
    }
    ConfigNode existing = object.find(KEYS).orElse(null);
    if (existing instanceof ConfigList list) {
      List<String> more = new ArrayList<>(entry.keys);
      for (ConfigNode element : list.elements()) {
        if (element instanceof ConfigText text) {
          more.remove(text.text());
        }
      }
      return more.isEmpty() || members.append(list, more, entry.change);
    }
    return existing == null && addKeys(object, entry);
  }

  private boolean addKeys(ConfigObject object, Extension entry) {
    String at = object.location().pointer() + "/" + KEYS;
    entry.change.add(at, "a list");
    for (int i = 0; i < entry.keys.size(); i++) {
      entry.change.addText(at + "/" + i, entry.keys.get(i));
    }
    ValueExtent neighbor = draft.extentOf(entry.neighbor.orElseThrow()).orElseThrow();
    Optional<ValueExtent> extent = draft.extentOf(object);
    if (extent.isPresent() && extent.get().form() == Form.INLINE) {
      String list = "[" + String.join(", ", entry.keys) + "]";
      entry.change.edit(neighbor.end(), neighbor.end(), ", " + KEYS + ": " + list);
      return true;
    }
    if (!draft.startsLine(neighbor.keyStart())) {
      return false;
    }
    String indentation = draft.indentation(neighbor.keyStart());
    List<String> lines = new ArrayList<>();
    lines.add(indentation + KEYS + ":");
    for (String key : entry.keys) {
      lines.add(indentation + "  - " + key);
    }
    members.insertLines(neighbor.end(), lines, entry.change);
    return true;
  }
}
