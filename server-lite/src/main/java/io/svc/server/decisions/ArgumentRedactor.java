package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.db.OrgId;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.Redaction;
import io.svc.server.redaction.EntityType;
import io.svc.server.redaction.Operator;
import io.svc.server.redaction.Options;
import io.svc.server.redaction.PseudonymKey;
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

  /** The facts of a call as they are stored: masked, with the sealed original. */
  MaskedFacts stored(
      OrgId org, String decisionId, Facts facts, List<Redaction> wanted, TenantRedaction tenant) {
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
      JsonNode facts, TenantRedaction tenant, Options options, List<String> taken) {
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
