package io.svc.server.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.svc.server.json.Json;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Masks the content of an action before it is stored: secrets, every built-in type of personal
 * data, and matches of the tenant's patterns, in values and in member names. Structure, numbers and
 * all other text stay readable. Values on the tenant's allow list stay, unless they are secrets.
 * Immutable and safe for many threads.
 */
public final class ContentMask {
  /** Placeholder for content that the tenant's patterns cannot search in time. */
  public static final String OMITTED = "<omitted: too long for the organization's patterns>";

  private static final Masking MASKING = new Masking();

  /** Types of network addresses; the host of a destination contains them anyway. */
  private static final Set<EntityType> NOT_IN_ADDRESSES = Set.of(EntityType.IP_ADDRESS);

  private static final int MAX_ADDRESSES = 1_000;
  private static final int LONGEST_CACHED = 256;

  private final TenantRedaction tenant;
  private final RedactionOptions customOptions;
  private final RedactionOptions everybodys;
  private final RedactionOptions ofAddresses;

  /** Cached by address, because most calls go to a few. */
  private final Cache<String, String> addresses =
      Caffeine.newBuilder().maximumSize(MAX_ADDRESSES).build();

  ContentMask(TenantRedaction tenant) {
    this.tenant = tenant;
    this.customOptions =
        RedactionOptions.standard()
            .withEntities(tenant.customTypes())
            .withAllowed(tenant.allowed());
    this.everybodys = RedactionOptions.standard().withAllowed(tenant.allowed());
    Set<EntityType> others = new HashSet<>(EntityType.all());
    others.removeAll(NOT_IN_ADDRESSES);
    this.ofAddresses = everybodys.withEntities(others);
  }

  /**
   * Masks content. Returns the given tree itself when nothing is masked.
   *
   * @return empty when the content is too long for the tenant's patterns: it must not be stored
   *     unmasked
   */
  public Optional<JsonNode> find(JsonNode content) {
    return withCustomMasked(content).map(rest -> maskAll(MASKING.node(rest), everybodys));
  }

  private static JsonNode omitted(JsonNode content) {
    return content.isObject()
        ? JsonNodeFactory.instance.objectNode().put("omitted", OMITTED)
        : JsonNodeFactory.instance.textNode(OMITTED);
  }

  /**
   * Masks the tenant's own patterns only; the caller masks secrets and personal data. Content that
   * cannot be searched is replaced by {@link #OMITTED}; an object stays one.
   */
  public JsonNode maskCustom(JsonNode content) {
    return withCustomMasked(content).orElseGet(() -> omitted(content));
  }

  private Optional<JsonNode> withCustomMasked(JsonNode content) {
    if (tenant.customTypes().isEmpty()) {
      return Optional.of(content);
    }
    return tenant.isTooLong(Json.text(content).length())
        ? Optional.empty()
        : Optional.of(maskAll(content, customOptions));
  }

  private JsonNode maskAll(JsonNode content, RedactionOptions options) {
    Redaction.Tree tree = tenant.redaction().redactWithNames(content, options);
    return tree.changed() ? Json.tree(tree.value()) : content;
  }

  /** Masks a text of an action, such as a justification. */
  public String text(String text) {
    return text(text, everybodys);
  }

  /** Masks a URL or a path; network addresses are not masked. */
  public String address(String text) {
    return text.length() <= LONGEST_CACHED
        ? addresses.get(text, address -> text(address, ofAddresses))
        : text(text, ofAddresses);
  }

  private String text(String text, RedactionOptions options) {
    if (text.isEmpty()) {
      return text;
    }
    if (tenant.isTooLong(text.length())) {
      return OMITTED;
    }
    String rest =
        tenant.customTypes().isEmpty()
            ? text
            : tenant.redaction().redact(text, customOptions).text();
    return tenant.redaction().redact(MASKING.text(rest), options).text();
  }
}
