package io.svc.server.generated;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What earlier answers told of: identifiers of things that exist, by what they begin with, and the
 * words by which a list goes on. Later requests ask for these, and so get past the first door.
 */
final class Known {
  private static final Pattern IDENTIFIER = Pattern.compile("[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}");
  private static final int MAX = 60;

  /** In the order of coming, so that a run with the same answers takes the same ones. */
  private final Map<String, List<String>> identifiers = new LinkedHashMap<>();

  private final List<String> cursors = new ArrayList<>();

  /** Takes in whatever is an identifier somewhere in an answer. */
  void learn(JsonNode node) {
    if (node.isTextual()) {
      String text = node.textValue();
      if (IDENTIFIER.matcher(text).matches()) {
        addValue(identifiers.computeIfAbsent(text.substring(0, 4), any -> new ArrayList<>()), text);
      }
      return;
    }
    for (Map.Entry<String, JsonNode> property : node.properties()) {
      if (property.getKey().matches("next_?[cC]ursor|cursor|next_page_token")
          && property.getValue().isTextual()) {
        addValue(cursors, property.getValue().textValue());
      }
    }
    node.forEach(this::learn);
  }

  /** What is told to be missing is asked for no more. */
  void forget(String target) {
    Matcher matcher = IDENTIFIER.matcher(target);
    while (matcher.find()) {
      identifiers
          .getOrDefault(matcher.group().substring(0, 4), new ArrayList<>())
          .remove(matcher.group());
    }
  }

  private static void addValue(List<String> values, String value) {
    if (!values.contains(value)) {
      values.add(value);
    }
    if (values.size() > MAX) {
      values.remove(values.size() / 2);
    }
  }

  /** One that exists, or did; made up when none is known. */
  String identifier(String prefix, Random random) {
    List<String> values = identifiers.getOrDefault(prefix, List.of());
    return values.isEmpty() || random.nextInt(40) == 0
        ? prefix + "0".repeat(26)
        : values.get(random.nextInt(values.size()));
  }

  Optional<String> cursor(Random random) {
    return cursors.isEmpty()
        ? Optional.empty()
        : Optional.of(cursors.get(random.nextInt(cursors.size())));
  }

  /** The same text with identifiers that exist in place of others. */
  String with(String text, Random random) {
    return IDENTIFIER
        .matcher(text)
        .replaceAll(found -> identifier(found.group().substring(0, 4), random));
  }
}
