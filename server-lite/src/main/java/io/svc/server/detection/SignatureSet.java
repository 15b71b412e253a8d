package io.svc.server.detection;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.json.YamlResource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A file of signatures that the server includes.
 *
 * @param id the identifier with the version, such as {@code sig-injection-v1}
 */
record SignatureSet(
    String id, String name, String version, Threat threat, List<Signature> signatures) {
  SignatureSet {
    requireNonNull(name, "name is null");
    signatures = List.copyOf(signatures);
  }

  /**
   * Reads a file.
   *
   * @param name the name of the file, such as {@code destructive}
   */
  static SignatureSet read(String name) {
    return set(YamlResource.read(SignatureSet.class, "signatures/" + name + ".yaml"));
  }

  private static SignatureSet set(JsonNode json) {
    List<Signature> signatures = new ArrayList<>();
    for (JsonNode rule : json.path("rules")) {
      signatures.add(signature(json, rule));
    }
    return new SignatureSet(
        json.path("id").textValue() + "-v" + json.path("version").asInt(),
        json.path("name").textValue(),
        json.path("version").asText(),
        Threat.valueOf(json.path("threat").textValue().toUpperCase(Locale.ROOT)),
        signatures);
  }

  private static Signature signature(JsonNode set, JsonNode rule) {
    Optional<String> unless =
        Optional.ofNullable(rule.path("unless").textValue())
            .or(() -> Optional.ofNullable(set.path("unless").textValue()));
    return new Signature(
        rule.path("id").textValue(),
        rule.path("version").asInt(),
        Severity.ofLabel(rule.path("severity").textValue()).orElseThrow(),
        rule.path("confidence").asDouble(),
        kinds(rule.path("in")),
        texts(rule.path("keywords")),
        pattern(rule.path("pattern").textValue()),
        unless.map(SignatureSet::pattern),
        rule.path("says").textValue(),
        texts(rule.path("positive")),
        texts(rule.path("negative")));
  }

  private static Pattern pattern(String text) {
    return Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);
  }

  private static Set<ObservedText.Kind> kinds(JsonNode names) {
    Set<ObservedText.Kind> kinds = EnumSet.noneOf(ObservedText.Kind.class);
    texts(names)
        .forEach(name -> kinds.add(ObservedText.Kind.valueOf(name.toUpperCase(Locale.ROOT))));
    return kinds;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.textValue()));
    return texts;
  }
}
