package io.svc.server.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.redact.FieldName;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFormats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Takes secrets out of what was sent: scanners mask before they write a report, and not every
 * sender is one of ours. Safe for many threads.
 */
public final class Masking {
  /** A keyed hash, which baselines that track values hold in place of each value. */
  private static final Pattern KEYED_HASH = Pattern.compile("hmac-sha256:[0-9a-f]{64}");

  private final Redactor redactor =
      new Redactor(new SecretFormats(RuleCatalog.bundled()), List.of());

  /** A name, a path or a sentence. */
  public String text(String text) {
    return redactor.redact(storable(text));
  }

  /** A part of a command line or an address, of which nobody knows what may be a value. */
  public String value(String text) {
    return redactor.redactLine(storable(text));
  }

  /** Without NUL and halves of surrogate pairs, which are no text to PostgreSQL. */
  private static String storable(String text) {
    StringBuilder storable = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                storable.appendCodePoint(
                    c == 0 || Character.getType(c) == Character.SURROGATE ? 0xFFFD : c));
    return storable.toString();
  }

  /** Anything free-form: texts, names, and what stands behind the name of a secret. */
  public Object tree(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> members(node);
      case ARRAY -> {
        List<Object> elements = new ArrayList<>(node.size());
        for (JsonNode element : node) {
          elements.add(tree(element));
        }
        yield elements;
      }
      case STRING -> text(node.textValue());
      case NUMBER -> node.numberValue();
      case BOOLEAN -> node.booleanValue();
      case NULL, MISSING, BINARY, POJO -> node;
    };
  }

  /** The members of an object; none of anything else. */
  public Map<String, Object> members(JsonNode object) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      members.put(text(member.getKey()), member(member.getKey(), member.getValue()));
    }
    return members;
  }

  /** What stands behind a name. */
  public Object member(String name, JsonNode value) {
    if (!value.isTextual()
        || value.textValue().isEmpty()
        || KEYED_HASH.matcher(value.textValue()).matches()) {
      return tree(value);
    }
    FieldName field = FieldName.of(name);
    return field.isSecret() || field.isPassword() ? Redactor.MASK : text(value.textValue());
  }
}
