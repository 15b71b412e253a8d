package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Redaction;
import io.svc.server.redaction.EntityType;
import io.svc.server.redaction.Operator;
import io.svc.server.redaction.Options;
import io.svc.server.redaction.PseudonymKey;
import io.svc.server.redaction.TenantRedaction;
import io.svc.server.secrets.Keyring;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Takes out of a call what policies want taken out of it. */
final class ArgumentRedactor {
  /** The facts that the caller sends of what the action carries, and where to. */
  private static final List<String> SENT = List.of("args", "data", "destination");

  private final Keyring keyring;

  ArgumentRedactor(Keyring keyring) {
    this.keyring = requireNonNull(keyring, "keyring is null");
  }

  /** The arguments to go on with, and what was taken out of them. */
  Redacted redact(
      OrgId org, Map<String, Object> arguments, List<Redaction> wanted, TenantRedaction tenant) {
    if (wanted.isEmpty()) {
      return new Redacted(arguments, List.of());
    }
    io.svc.server.redaction.Redaction.Tree tree =
        tenant.redaction().redactTree(arguments, options(org, wanted, tenant));
    return new Redacted(
        tree.members(),
        tree.found().stream()
            .map(
                found ->
                    new Redacted.Replacement(
                        found.path().map(path -> "arguments." + path).orElse("arguments"),
                        found.entityType().label()))
            .toList());
  }

  /**
   * The facts of a call as they may be kept: what an action may not take along is not kept, nor is
   * what the tenant has recognised beside what everybody has.
   */
  JsonNode kept(OrgId org, JsonNode facts, List<Redaction> wanted, TenantRedaction tenant) {
    JsonNode kept = facts;
    if (!wanted.isEmpty()) {
      kept = without(kept, tenant, options(org, wanted, tenant));
    }
    if (!tenant.own().isEmpty()) {
      if (tenant.isTooMuch(Json.text(kept).length())) {
        // What cannot be looked through in time is not kept.
        return ((ObjectNode) kept.deepCopy()).remove(SENT);
      }
      kept =
          without(
              kept,
              tenant,
              Options.standard().withEntities(tenant.own()).withAllowed(tenant.allowed()));
    }
    return kept;
  }

  private static JsonNode without(JsonNode facts, TenantRedaction tenant, Options options) {
    ObjectNode kept = facts.deepCopy();
    for (String part : SENT) {
      if (kept.has(part)) {
        Object redacted = tenant.redaction().redactTree(kept.path(part), options).value();
        kept.set(part, Json.tree(redacted));
      }
    }
    return kept;
  }

  private Options options(OrgId org, List<Redaction> wanted, TenantRedaction tenant) {
    Map<EntityType, Operator> operators = new TreeMap<>();
    for (Redaction one : wanted) {
      Operator operator = operator(one.operator());
      if (one.entities().isEmpty()) {
        tenant.types().forEach(type -> operators.putIfAbsent(type, operator));
      }
      for (String entity : one.entities()) {
        tenant.ofLabel(entity).ifPresent(type -> operators.putIfAbsent(type, operator));
      }
    }
    Options options = Options.standard().withKey(key(org)).withEntities(operators.keySet());
    for (Map.Entry<EntityType, Operator> entry : operators.entrySet()) {
      options = options.withOperator(entry.getKey(), entry.getValue());
    }
    return options;
  }

  private static Operator operator(Redaction.Operator operator) {
    return switch (operator) {
      case REPLACE -> Operator.REPLACE;
      case REDACT -> Operator.REMOVE;
      case MASK -> Operator.MASK;
      case HASH -> Operator.HASH;
    };
  }

  /**
   * Each tenant has a key of its own, so that digests of two tenants tell nothing of each other.
   */
  private PseudonymKey key(OrgId org) {
    return PseudonymKey.of(
        keyring.sign("pseudonyms", org.value()).getBytes(StandardCharsets.US_ASCII));
  }
}
