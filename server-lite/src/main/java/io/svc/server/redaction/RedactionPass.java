package io.svc.server.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.redaction.Redaction.Text;
import io.svc.server.redaction.Redaction.Tree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The redaction of one request. Used by one thread. */
final class RedactionPass {
  /** Numbers with more digits before the point are not card numbers, and expensive to format. */
  private static final int MAX_DIGITS = 40;

  private static final int LONGEST_WORD = 30;

  /** No built-in type has so few digits. */
  private static final long SMALL = 1_000;

  private final Recognizers recognizers;
  private final RedactionOptions options;
  private final boolean withNames;
  private final boolean skipsWords;
  private final RedactionReplacements replacements;
  private final Map<EntityType, Set<String>> allowed = new HashMap<>();
  private final Map<String, String> safeNames = new HashMap<>();
  private final List<RedactedValue> found = new ArrayList<>();
  private boolean changed;

  RedactionPass(Recognizers recognizers, RedactionOptions options) {
    this(recognizers, options, false);
  }

  /**
   * Creates a pass over one request.
   *
   * @param withNames whether member names are redacted too
   */
  RedactionPass(Recognizers recognizers, RedactionOptions options, boolean withNames) {
    this.recognizers = recognizers;
    this.options = options;
    this.withNames = withNames;
    this.skipsWords = withNames && EntityType.all().containsAll(options.entities());
    this.replacements = new RedactionReplacements(options);
  }

  void reserve(String text) {
    replacements.reserve(text);
  }

  void reserveAll(Object tree) {
    if (tree instanceof String text) {
      reserve(text);
    } else if (tree instanceof Map<?, ?> members) {
      members.values().forEach(this::reserveAll);
    } else if (tree instanceof List<?> elements) {
      elements.forEach(this::reserveAll);
    } else if (tree instanceof JsonNode node) {
      if (node.isTextual()) {
        reserve(node.textValue());
      } else {
        node.forEach(this::reserveAll);
      }
    }
  }

  Text text(String text) {
    found.clear();
    String redacted = redacted(new TextWithContext(text, "", ""), Optional.empty());
    return new Text(redacted, !redacted.equals(text), found);
  }

  Tree tree(Object tree) {
    Object redacted = value(tree, JsonPath.ROOT);
    return new Tree(redacted, changed, found);
  }

  private Object value(Object value, JsonPath path) {
    if (value instanceof String text) {
      return string(text, path);
    }
    if (value instanceof Number number) {
      return number(number, path);
    }
    if (value instanceof Map<?, ?> members) {
      Map<String, Object> copy = new LinkedHashMap<>();
      members.forEach(
          (name, member) -> {
            String key = String.valueOf(name);
            copy.put(name(key, copy), value(member, path.member(key)));
          });
      return copy;
    }
    if (value instanceof List<?> elements) {
      List<Object> copy = new ArrayList<>(elements.size());
      for (Object element : elements) {
        copy.add(value(element, path.element(copy.size())));
      }
      return copy;
    }
    return value instanceof JsonNode node ? node(node, path) : value;
  }

  private Object node(JsonNode node, JsonPath path) {
    return switch (node.getNodeType()) {
      case OBJECT -> {
        Map<String, Object> copy = new LinkedHashMap<>();
        node.properties()
            .forEach(
                member ->
                    copy.put(
                        name(member.getKey(), copy),
                        value(member.getValue(), path.member(member.getKey()))));
        yield copy;
      }
      case ARRAY -> {
        List<Object> copy = new ArrayList<>(node.size());
        for (JsonNode element : node) {
          copy.add(value(element, path.element(copy.size())));
        }
        yield copy;
      }
      case STRING -> string(node.textValue(), path);
      case NUMBER -> number(node.numberValue(), path);
      case BOOLEAN -> node.booleanValue();
      case NULL, MISSING, BINARY, POJO -> node;
    };
  }

  /** Returns the name of a member in the copy; two names with the same mask stay distinct. */
  private String name(String name, Map<String, Object> copy) {
    if (!withNames || isWord(name)) {
      return name;
    }
    String masked = redacted(new TextWithContext(name, "", ""), Optional.empty());
    changed |= !masked.equals(name);
    StringBuilder uniqueName = new StringBuilder(masked);
    while (copy.containsKey(uniqueName.toString())) {
      uniqueName.append('_');
    }
    return uniqueName.toString();
  }

  /**
   * Returns whether a text is a short word, such as most member names: no built-in type matches
   * letters alone. Tenants' types may. Secrets of this form are masked by name before.
   */
  private boolean isWord(String text) {
    if (!skipsWords || text.length() > LONGEST_WORD) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isOfWord = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
      if (!isOfWord) {
        return false;
      }
    }
    return true;
  }

  private String string(String text, JsonPath path) {
    if (isWord(text)) {
      return text;
    }
    String redacted =
        redacted(
            new TextWithContext(text, path.memberName(), path.parentMemberName()),
            Optional.of(path));
    changed |= !redacted.equals(text);
    return redacted;
  }

  /** A number is checked in its usual notation: card numbers and the like are whole numbers. */
  private Object number(Number number, JsonPath path) {
    if (skipsWords && number.longValue() == number.doubleValue() && isSmall(number.longValue())) {
      return number;
    }
    Optional<String> digits = digits(number);
    if (digits.isEmpty()) {
      return number;
    }
    String redacted = string(digits.get(), path);
    return redacted.equals(digits.get()) ? number : redacted;
  }

  private static boolean isSmall(long number) {
    return number > -SMALL && number < SMALL;
  }

  private static Optional<String> digits(Number number) {
    try {
      BigDecimal exact = new BigDecimal(number.toString());
      boolean isShort = exact.precision() - exact.scale() <= MAX_DIGITS;
      return isShort && exact.stripTrailingZeros().scale() <= 0
          ? Optional.of(exact.toBigInteger().toString())
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private String redacted(TextWithContext passage, Optional<JsonPath> path) {
    List<RecognizedEntity> recognitions =
        recognizers.find(
            passage, new RecognitionCollector(options.entities(), options::minScoreOf));
    if (recognitions.isEmpty()) {
      return passage.text();
    }
    StringBuilder redacted = new StringBuilder(passage.length());
    int copied = 0;
    for (RecognizedEntity recognition : recognitions) {
      String value = passage.text().substring(recognition.start(), recognition.end());
      if (isAllowed(recognition.type(), value)) {
        continue;
      }
      String replacement = replacements.of(recognition.type(), value);
      redacted.append(passage.text(), copied, recognition.start()).append(replacement);
      copied = recognition.end();
      found.add(found(recognition, path, replacement));
    }
    return redacted.append(passage.text(), copied, passage.length()).toString();
  }

  private RedactedValue found(
      RecognizedEntity recognition, Optional<JsonPath> path, String replacement) {
    RedactionOperator.Kind kind = options.operatorOf(recognition.type()).kind();
    return new RedactedValue(
        path.map(w -> w.pointer(this::safe)),
        path.map(w -> w.dotted(this::safe)),
        recognition.type(),
        recognition.start(),
        recognition.end(),
        recognition.score(),
        kind,
        kind == RedactionOperator.Kind.KEEP ? Optional.empty() : Optional.of(replacement));
  }

  private boolean isAllowed(EntityType type, String value) {
    return !options.allowed().isEmpty()
        && allowed.computeIfAbsent(type, any -> canonical(type)).contains(type.canonical(value));
  }

  private Set<String> canonical(EntityType type) {
    return options.allowed().stream().map(type::canonical).collect(Collectors.toSet());
  }

  /** Redacts personal data in a name, because maps by email address are common. */
  private String safe(String name) {
    return safeNames.computeIfAbsent(name, this::withTypes);
  }

  private String withTypes(String name) {
    StringBuilder safe = new StringBuilder();
    int copied = 0;
    TextWithContext passage = new TextWithContext(name, "", "");
    RecognitionCollector matches =
        new RecognitionCollector(EntityType.all(), type -> RedactionOptions.standard().minScore());
    for (RecognizedEntity recognition : recognizers.find(passage, matches)) {
      safe.append(name, copied, recognition.start());
      safe.append('<').append(recognition.type().label()).append('>');
      copied = recognition.end();
    }
    return safe.append(name, copied, name.length()).toString();
  }
}
