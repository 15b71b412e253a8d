package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.config.ValueExtent.Form;
import io.svc.scanner.fix.ServerValueRoles.ValueRole;
import io.svc.scanner.redact.FoundSecret;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Moves secrets for Codex, which supports {@code env_vars}, {@code bearer_token_env_var} and {@code
 * env_http_headers}. A member of {@code env} or {@code http_headers} is replaced by the name of a
 * variable.
 */
final class CodexReferences extends NamedReferences<CodexReferences.Table> {
  private static final String BEARER = "bearer ";
  private static final String BEARER_KEY = "bearer_token_env_var";
  private static final String HEADERS_KEY = "env_http_headers";
  private static final String VARIABLES_KEY = "env_vars";

  CodexReferences(FixDraft draft, VariableNames names) {
    super(draft, names, "the new keys cannot be added to its table as written");
  }

  /** The changes of a server's table. */
  static final class Table extends Entry {
    private final List<String> variables = new ArrayList<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String bearer = "";
  }

  @Override
  Optional<String> plan(List<FoundSecret> secrets, ValueRole use, ValueExtent extent) {
    ConfigNode value = secrets.get(0).origin();
    ConfigNode parent = value.parent().orElse(null);
    ConfigNode owner = parent == null ? null : parent.parent().orElse(null);
    boolean isKnown =
        parent instanceof ConfigObject
            && (parent.key().equals("env") || parent.key().equals("http_headers"));
    if (!isKnown || !(owner instanceof ConfigObject object)) {
      return Optional.of("Codex reads no variables there");
    }
    Table entry = entries.computeIfAbsent(object, key -> new Table());
    String text = extent.text();
    boolean isHeader = use.place() == ValuePosition.HEADER;
    boolean isBearer =
        isHeader
            && use.name().equalsIgnoreCase("authorization")
            && text.toLowerCase(Locale.ROOT).startsWith(BEARER)
            && entry.bearer.isEmpty()
            && object.find(BEARER_KEY).isEmpty();
    String token = isBearer ? text.substring(BEARER.length()).strip() : text;
    Optional<String> obstacle = EnvFileText.obstacle(token);
    if (obstacle.isPresent()) {
      return obstacle;
    }
    String variable;
    if (isHeader) {
      variable = headerVariable(use, token);
    } else {
      Optional<String> exactName = names.allocateExactly(use.name(), token);
      if (exactName.isEmpty()) {
        return Optional.of(
            "Codex passes a variable under its own name, which already has another value");
      }
      variable = exactName.get();
    }
    entry.change.secret(variable, token);
    entry.removed.computeIfAbsent((ConfigObject) parent, key -> new ArrayList<>()).add(value);
    entry.secrets.addAll(secrets);
    String key = VARIABLES_KEY;
    if (isBearer) {
      entry.bearer = variable;
      key = BEARER_KEY;
    } else if (isHeader) {
      entry.headers.put(use.name(), variable);
      key = HEADERS_KEY;
    } else {
      entry.variables.add(variable);
    }
    addFixes(entry, secrets, key + " " + variable);
    return Optional.empty();
  }

  @Override
  boolean complete(ConfigObject object, Table entry) {
    boolean isDone = true;
    for (Map.Entry<ConfigObject, List<ConfigNode>> part : entry.removed.entrySet()) {
      isDone &= members.remove(part.getKey(), part.getValue(), entry.change);
    }
    String pointer = object.location().pointer();
    List<String> pairs = new ArrayList<>();
    if (!entry.variables.isEmpty()) {
      ConfigNode existing = object.find(VARIABLES_KEY).orElse(null);
      if (existing instanceof ConfigList list) {
        isDone &= members.append(list, entry.variables, entry.change);
      } else if (existing == null) {
        entry.change.add(pointer + "/" + VARIABLES_KEY, "a list");
        List<String> quoted = new ArrayList<>();
        for (String variable : entry.variables) {
          entry.change.addText(pointer + "/" + VARIABLES_KEY + "/" + quoted.size(), variable);
          quoted.add(ScalarText.quoted(variable));
        }
        pairs.add(VARIABLES_KEY + " = [" + String.join(", ", quoted) + "]");
      } else {
        return false;
      }
    }
    if (!entry.bearer.isEmpty()) {
      entry.change.addText(pointer + "/" + BEARER_KEY, entry.bearer);
      pairs.add(BEARER_KEY + " = " + ScalarText.quoted(entry.bearer));
    }
    if (!entry.headers.isEmpty()) {
      isDone &= addHeaders(object, entry, pairs);
    }
    return isDone && (pairs.isEmpty() || addPairs(object, pairs, entry.change));
  }

  private boolean addHeaders(ConfigObject object, Table entry, List<String> pairs) {
    List<String> headers = new ArrayList<>();
    String at = object.location().pointer() + "/" + HEADERS_KEY;
    for (Map.Entry<String, String> header : entry.headers.entrySet()) {
      String step = header.getKey().replace("~", "~0").replace("/", "~1");
      entry.change.addText(at + "/" + step, header.getValue());
      headers.add(
          ScalarText.quoted(header.getKey()) + " = " + ScalarText.quoted(header.getValue()));
    }
    ConfigNode existing = object.find(HEADERS_KEY).orElse(null);
    if (existing == null) {
      entry.change.add(at, "an object");
      pairs.add(HEADERS_KEY + " = { " + String.join(", ", headers) + " }");
      return true;
    }
    return existing instanceof ConfigObject table && addPairs(table, headers, entry.change);
  }

  /** Adds pairs to a table: after its own pairs, before nested tables. */
  private boolean addPairs(ConfigObject table, List<String> pairs, Change.Builder change) {
    Optional<ValueExtent> ownExtent = draft.extentOf(table);
    Optional<ValueExtent> last = Optional.empty();
    for (ConfigObject.Member member : table.members()) {
      Optional<ValueExtent> extent = draft.extentOf(member.value());
      boolean isPair = extent.isPresent() && extent.get().form() != Form.HEADER;
      if (isPair && (last.isEmpty() || last.get().end() < extent.get().end())) {
        last = extent;
      }
    }
    if (ownExtent.isPresent() && ownExtent.get().form() == Form.INLINE) {
      int at = last.isPresent() ? last.get().end() : ownExtent.get().start() + 1;
      String joined = String.join(", ", pairs);
      change.edit(at, at, last.isPresent() ? ", " + joined : " " + joined + " ");
      return true;
    }
    if (ownExtent.isEmpty() && last.isEmpty()) {
      return false;
    }
    // An implicit table is written with dotted keys, so the new ones are dotted too.
    String prefix = ownExtent.isPresent() ? "" : prefixOf(last.get());
    int offset = last.isPresent() ? last.get().end() : ownExtent.get().end();
    int first = last.isPresent() ? last.get().keyStart() : ownExtent.get().start();
    List<String> lines = new ArrayList<>();
    for (String pair : pairs) {
      lines.add(draft.indentation(first) + prefix + pair);
    }
    members.insertLines(offset, lines, change);
    return ownExtent.isPresent() || !prefix.isEmpty();
  }

  private String prefixOf(ValueExtent pair) {
    String key = draft.text().substring(pair.keyStart(), pair.start());
    return key.substring(0, key.lastIndexOf('.') + 1);
  }
}
