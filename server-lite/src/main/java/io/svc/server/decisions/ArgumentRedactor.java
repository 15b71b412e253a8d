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
  RedactedArguments redact(
      OrgId org,
      Map<String, Object> arguments,
      List<RedactionObligation> obligations,
      TenantRedaction tenant) {
    if (obligations.isEmpty()) {
      return new RedactedArguments(arguments, List.of());
    }
    io.svc.server.redaction.Redaction.Tree tree =
        tenant.redaction().redactTree(arguments, options(org, obligations, tenant));
    return new RedactedArguments(
        tree.members(),
        tree.found().stream()
            .map(
                found ->
                    new RedactedArguments.Replacement(
                        found.path().map(path -> "arguments." + path).orElse("arguments"),
                        found.entityType().label()))
            .toList());
  }

  /** Returns the stored form of a call's facts: masked, with the sealed original. */
  MaskedFacts stored(
      OrgId org,
      String decisionId,
      Facts facts,
      List<RedactionObligation> obligations,
      TenantRedaction tenant) {
    JsonNode unmasked = facts.toJson();
    List<String> redactedPaths = new ArrayList<>();
    JsonNode redacted =
        obligations.isEmpty()
            ? unmasked
            : without(unmasked, tenant, options(org, obligations, tenant), redactedPaths);
    return MaskedFacts.of(
        unmasked,
        redacted,
        redactedPaths,
        tenant.mask(),
        original -> originals.seal(org, decisionId, original));
  }

  private static JsonNode without(
      JsonNode facts,
      TenantRedaction tenant,
      RedactionOptions options,
      List<String> redactedPaths) {
    ObjectNode remaining = facts.deepCopy();
    for (String part : MaskedFacts.SENT) {
      if (remaining.has(part)) {
        io.svc.server.redaction.Redaction.Tree tree =
            tenant.redaction().redactTree(remaining.path(part), options);
        remaining.set(part, Json.tree(tree.value()));
        tree.found().stream()
            .flatMap(found -> found.path().stream())
            .map(path -> (part.equals("args") ? "arguments" : part) + "." + path)
            .forEach(redactedPaths::add);
      }
    }
    return remaining;
  }

  private RedactionOptions options(
      OrgId org, List<RedactionObligation> obligations, TenantRedaction tenant) {
    Map<EntityType, RedactionOperator> operators = new TreeMap<>();
    for (RedactionObligation obligation : obligations) {
      RedactionOperator operator = operator(obligation.operator());
      if (obligation.entities().isEmpty()) {
        tenant.types().forEach(type -> operators.putIfAbsent(type, operator));
      }
      for (String entity : obligation.entities()) {
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
