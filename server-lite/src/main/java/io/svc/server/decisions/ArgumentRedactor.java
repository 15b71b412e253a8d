package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.db.OrgId;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.RedactionObligation;
import io.svc.server.redaction.EntityType;
import io.svc.server.redaction.PseudonymKey;
import io.svc.server.redaction.RedactionOperator;
import io.svc.server.redaction.RedactionOptions;
import io.svc.server.redaction.TenantRedaction;
import io.svc.server.secrets.Keyring;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Redacts a call by policies, and masks and seals its stored content. */
final class ArgumentRedactor {
  private final Keyring keyring;
  private final SealedOriginals originals;

  ArgumentRedactor(Keyring keyring, SealedOriginals originals) {
    this.keyring = keyring;
    this.originals = originals;
  }

  /** Returns the arguments after redaction, and the redacted values. */
  Redacted redact(
      OrgId org,
      Map<String, Object> arguments,
      List<RedactionObligation> wanted,
      TenantRedaction tenant) {
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

  /** Returns the stored form of a call's facts: masked, with the sealed original. */
  MaskedFacts stored(
      OrgId org,
      String decisionId,
      Facts facts,
      List<RedactionObligation> wanted,
      TenantRedaction tenant) {
    JsonNode whole = facts.toJson();
    List<String> taken = new ArrayList<>();
    JsonNode redacted =
        wanted.isEmpty() ? whole : without(whole, tenant, options(org, wanted, tenant), taken);
    return MaskedFacts.of(
        whole,
        redacted,
        taken,
        tenant.mask(),
        original -> originals.seal(org, decisionId, original));
  }

  private static JsonNode without(
      JsonNode facts, TenantRedaction tenant, RedactionOptions options, List<String> taken) {
    ObjectNode kept = facts.deepCopy();
    for (String part : MaskedFacts.SENT) {
      if (kept.has(part)) {
        io.svc.server.redaction.Redaction.Tree tree =
            tenant.redaction().redactTree(kept.path(part), options);
        kept.set(part, Json.tree(tree.value()));
        tree.found().stream()
            .flatMap(found -> found.path().stream())
            .map(path -> (part.equals("args") ? "arguments" : part) + "." + path)
            .forEach(taken::add);
      }
    }
    return kept;
  }

  private RedactionOptions options(
      OrgId org, List<RedactionObligation> wanted, TenantRedaction tenant) {
    Map<EntityType, RedactionOperator> operators = new TreeMap<>();
    for (RedactionObligation one : wanted) {
      RedactionOperator operator = operator(one.operator());
      if (one.entities().isEmpty()) {
        tenant.types().forEach(type -> operators.putIfAbsent(type, operator));
      }
      for (String entity : one.entities()) {
        tenant.ofLabel(entity).ifPresent(type -> operators.putIfAbsent(type, operator));
      }
    }
    RedactionOptions options =
        RedactionOptions.standard().withKey(key(org)).withEntities(operators.keySet());
    for (Map.Entry<EntityType, RedactionOperator> entry : operators.entrySet()) {
      options = options.withOperator(entry.getKey(), entry.getValue());
    }
    return options;
  }

  private static RedactionOperator operator(RedactionObligation.Operator operator) {
    return switch (operator) {
      case REPLACE -> RedactionOperator.REPLACE;
      case REDACT -> RedactionOperator.REMOVE;
      case MASK -> RedactionOperator.MASK;
      case HASH -> RedactionOperator.HASH;
    };
  }

  /** Each tenant has a separate key, so that digests of two tenants cannot be compared. */
  private PseudonymKey key(OrgId org) {
    return PseudonymKey.of(
        keyring.sign("pseudonyms", org.value()).getBytes(StandardCharsets.US_ASCII));
  }
}
