package io.svc.server.integrations;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import io.svc.server.integrations.ConfigField.Kind;
import io.svc.server.mail.Mail;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies a sent configuration to the stored one: missing fields stay unchanged, null removes a
 * field, and a mask means the stored secret that it masks. Reports all invalid or missing fields.
 */
final class IntegrationSettingsReader {
  private static final int LONGEST = 4096;
  private static final int MAX_RECIPIENTS = 20;

  private final Fields config;
  private final IntegrationSettings before;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final List<String> retainedSecrets = new ArrayList<>();

  private IntegrationSettingsReader(Fields config, IntegrationSettings before) {
    this.config = config;
    this.before = before;
  }

  /** Returns the resulting settings; valid only if the body is accepted afterwards. */
  static IntegrationSettings read(Fields body, IntegrationSettings before) {
    IntegrationSettingsReader sent = new IntegrationSettingsReader(body.object("config"), before);
    for (ConfigField field : before.type().fields()) {
      sent.read(field);
    }
    sent.requireCompleteCredentials();
    sent.rejectSecretForChangedAddress();
    return new IntegrationSettings(before.type(), sent.values);
  }

  private void read(ConfigField field) {
    String name = field.name();
    Optional<String> old = Optional.ofNullable(before.values().get(name));
    if (!config.has(name) && !config.isNull(name)) {
      if (old.isPresent()) {
        retain(field, old.get());
        return;
      }
    }
    Optional<String> value = value(field).filter(text -> !text.isEmpty());
    if (value.isPresent() && field.isMask(value.get())) {
      unmask(field, value.get(), old);
      return;
    }
    if (value.isPresent()) {
      values.put(name, value.get());
    } else if (!field.otherwise().isEmpty()) {
      values.put(name, field.otherwise());
    } else if (field.isRequired() && (!config.has(name) || isBlank(name))) {
      config.problem("required", name, "\"config." + name + "\" is missing.");
    }
  }

  /** Optional credentials must be complete or absent. */
  private void requireCompleteCredentials() {
    List<String> credentials = before.type().credentials();
    if (credentials.stream().noneMatch(values::containsKey)) {
      return;
    }
    for (ConfigField field : before.type().fields()) {
      String name = field.name();
      if (!field.isRequired()
          && credentials.contains(name)
          && !values.containsKey(name)
          && (!config.has(name) || isBlank(name))) {
        config.problem("required", name, "\"config." + name + "\" is missing.");
      }
    }
  }

  private boolean isBlank(String name) {
    JsonNode node = config.value(name);
    return node.isTextual() && node.textValue().isBlank();
  }

  private void retain(ConfigField field, String old) {
    values.put(field.name(), old);
    if (field.kind() == Kind.SECRET) {
      retainedSecrets.add(field.name());
    }
  }

  private void unmask(ConfigField field, String mask, Optional<String> old) {
    if (old.filter(secret -> field.shown(secret).equals(mask)).isPresent()) {
      retain(field, old.orElseThrow());
      return;
    }
    config.problem(
        "invalid",
        field.name(),
        "\"config." + field.name() + "\" is masked, but no value is stored; send the value.");
  }

  private Optional<String> value(ConfigField field) {
    return switch (field.kind()) {
      case RECIPIENTS -> recipients(field.name());
      case URL, SECRET_URL -> url(field);
      case TEXT, SECRET -> line(field);
    };
  }

  /** Returns a value that is valid in a header, a path and a form. */
  private Optional<String> line(ConfigField field) {
    Optional<String> text = config.document(field.name(), LONGEST).map(String::strip);
    if (text.filter(value -> !isLine(field, value)).isPresent()) {
      config.problem(
          "invalid",
          field.name(),
          "\"config." + field.name() + "\" has a character that is not printable ASCII.");
      return Optional.empty();
    }
    return text;
  }

  private static boolean isLine(ConfigField field, String value) {
    return OutgoingRequest.isHeaderValue(value) || field.isMask(value);
  }

  private Optional<String> url(ConfigField field) {
    Optional<String> text = config.document(field.name(), LONGEST).map(String::strip);
    if (text.isEmpty() || text.get().isEmpty()) {
      return text;
    }
    if (field.isMask(text.get())) {
      return text;
    }
    Optional<String> problem = OutgoingClient.problemOf(text.get());
    if (problem.isPresent()) {
      config.problem("invalid", field.name(), "\"config." + field.name() + "\": " + problem.get());
      return Optional.empty();
    }
    return text;
  }

  private Optional<String> recipients(String name) {
    boolean isList = config.value(name).isArray();
    List<String> addresses =
        isList
            ? config.texts(name, MAX_RECIPIENTS, LONGEST)
            : config
                .optionalText(name, LONGEST)
                .map(text -> List.of(text.split(",")))
                .orElse(List.of());
    List<String> good = new ArrayList<>();
    for (String address : addresses) {
      if (!Mail.isAddress(address.strip())) {
        config.problem(
            "invalid",
            name,
            "\"config."
                + name
                + "\" contains \""
                + MessageTexts.shown(address)
                + "\"; expected an address such as dana@example.com.");
      }
      good.add(address.strip());
    }
    if (good.size() > MAX_RECIPIENTS) {
      config.problem(
          "too_many",
          name,
          "\"config." + name + "\" has more than " + MAX_RECIPIENTS + " addresses.");
    }
    if (isList && good.isEmpty()) {
      config.problem("required", name, "\"config." + name + "\" is missing.");
    }
    return good.isEmpty() ? Optional.empty() : Optional.of(String.join(",", good));
  }

  /**
   * Secrets are write-only: a caller who can change the URL must not be able to send a stored
   * secret to another server.
   */
  private void rejectSecretForChangedAddress() {
    boolean isMoved =
        before.type().fields().stream()
            .filter(field -> field.kind().isUrl() && before.values().containsKey(field.name()))
            .anyMatch(
                field ->
                    !origin(before.values().getOrDefault(field.name(), ""))
                        .equals(origin(values.getOrDefault(field.name(), ""))));
    if (isMoved) {
      for (String name : retainedSecrets) {
        config.problem(
            "required",
            name,
            "\"config." + name + "\" must be sent again, because the address has changed.");
      }
    }
  }

  private static String origin(String url) {
    if (url.isEmpty()) {
      return "";
    }
    URI uri = URI.create(url);
    return uri.getScheme() + "://" + uri.getRawAuthority();
  }
}
