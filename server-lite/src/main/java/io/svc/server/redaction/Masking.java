package io.svc.server.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.redact.FieldName;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFormatMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Masks secrets in received data. Scanners mask before they write a report, but other senders may
 * not. Safe for many threads.
 */
@SuppressWarnings("ReferenceEquality") // An identical result means that nothing was masked.
public final class Masking {
  /**
   * The prefix of keyed hashes, which baselines that track values contain instead of the values.
   */
  private static final String HASH_MARK = "hmac-sha256:";

  private static final Pattern KEYED_HASH = Pattern.compile(HASH_MARK + "[0-9a-f]{64}");

  private final Redactor redactor =
      new Redactor(new SecretFormatMatcher(RuleCatalog.bundled()), List.of());

  /** Masks a name, a path or a sentence. */
  public String text(String text) {
    return redactor.redact(storable(text));
  }

  /** Masks a part of a command line or a URL, where any part may be a value. */
  public String value(String text) {
    return redactor.redactLine(storable(text));
  }

  /** Removes NUL and unpaired surrogates, which PostgreSQL rejects in text. */
  private static String storable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == 0 || Character.isSurrogate(text.charAt(i))) {
        return replaceUnpairedSurrogates(text);
      }
    }
    return text;
  }

  private static String replaceUnpairedSurrogates(String text) {
    StringBuilder storable = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                storable.appendCodePoint(
                    c == 0 || Character.getType(c) == Character.SURROGATE ? 0xFFFD : c));
    return storable.toString();
  }

  /** Masks free-form content: texts, names, and values with the name of a secret. */
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

  /** The same as a tree; returns the given tree itself when nothing is masked. */
  public JsonNode node(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> object(node);
      case ARRAY -> array(node);
      case STRING -> textNode(node, text(node.textValue()));
      case NUMBER, BOOLEAN, NULL, MISSING, BINARY, POJO -> node;
    };
  }

  /**
   * The same for an object of this service, with fixed names, where only some members are
   * free-form.
   */
  public JsonNode node(JsonNode content, Set<String> freeForm) {
    ObjectNode masked = JsonNodeFactory.instance.objectNode();
    boolean isSame = true;
    for (Map.Entry<String, JsonNode> member : content.properties()) {
      JsonNode before = member.getValue();
      JsonNode value =
          before.isObject() && !freeForm.contains(member.getKey())
              ? node(before, Set.of())
              : node(before);
      isSame &= value.equals(before);
      masked.set(member.getKey(), value);
    }
    return isSame ? content : masked;
  }

  private JsonNode object(JsonNode object) {
    ObjectNode masked = JsonNodeFactory.instance.objectNode();
    boolean isSame = true;
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String name = text(member.getKey());
      JsonNode value =
          isSecret(member.getKey(), member.getValue())
              ? textNode(member.getValue(), Redactor.MASK)
              : node(member.getValue());
      isSame &= name.equals(member.getKey()) && value.equals(member.getValue());
      masked.set(name, value);
    }
    return isSame ? object : masked;
  }

  private JsonNode array(JsonNode array) {
    ArrayNode masked = JsonNodeFactory.instance.arrayNode(array.size());
    boolean isSame = true;
    for (JsonNode element : array) {
      JsonNode maskedElement = node(element);
      isSame &= maskedElement.equals(element);
      masked.add(maskedElement);
    }
    return isSame ? array : masked;
  }

  private static JsonNode textNode(JsonNode before, String text) {
    return text.equals(before.textValue()) ? before : JsonNodeFactory.instance.textNode(text);
  }

  /** Masks the members of an object; empty for other nodes. */
  public Map<String, Object> members(JsonNode object) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      members.put(text(member.getKey()), member(member.getKey(), member.getValue()));
    }
    return members;
  }

  /** Masks the value of a name. */
  public Object member(String name, JsonNode value) {
    return isSecret(name, value) ? Redactor.MASK : tree(value);
  }

  private static boolean isSecret(String name, JsonNode value) {
    if (!value.isTextual() || value.textValue().isEmpty()) {
      return false;
    }
    FieldName field = FieldName.of(name);
    return (field.isSecret() || field.isPassword()) && !isKeyedHash(value.textValue());
  }

  private static boolean isKeyedHash(String text) {
    return text.startsWith(HASH_MARK) && KEYED_HASH.matcher(text).matches();
  }
}
