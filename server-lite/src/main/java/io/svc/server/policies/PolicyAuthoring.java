package io.svc.server.policies;

import io.svc.rules.Severity;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.tenants.Revisions;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Edits of policies by members. Thread-safe. */
final class PolicyAuthoring {
  private final Database database;
  private final Identifiers identifiers;
  private final AuditLog audit;
  private final Policies policies;
  private final PolicyAssignments assignments;

  PolicyAuthoring(
      Database database,
      Identifiers identifiers,
      AuditLog audit,
      Policies policies,
      PolicyAssignments assignments) {
    this.database = database;
    this.identifiers = identifiers;
    this.audit = audit;
    this.policies = policies;
    this.assignments = assignments;
  }

  /**
   * Creates a policy.
   *
   * @throws ApiException if an assigned agent does not exist
   */
  Policy create(Caller caller, PolicyDraft draft) {
    OrgId org = caller.tenant();
    return database.write(
        tx -> {
          String id = identifiers.next("pol_");
          String name = draft.name().orElseThrow();
          String description = draft.description().orElse("");
          List<String> tags = draft.tags().orElse(List.of());
          PolicyText text = draft.text().orElse(PolicyText.NONE);
          tx.on(PolicyStore.class)
              .insert(
                  org,
                  id,
                  name,
                  description,
                  draft.severity().orElse(Severity.MEDIUM),
                  tags,
                  draft.templateId().orElse(""),
                  draft.mode(),
                  draft.mode() == Stage.DRAFT ? "" : Stage.DRAFT.toString(),
                  searched(name, description, tags),
                  tx.now(),
                  caller.id());
          insert(tx, caller, id, 1, text);
          assignments.insertForNew(tx, caller, id, draft.agentIds());
          Revisions.changed(tx, org);
          audit.record(
              tx,
              caller,
              event("policy.create", id, name)
                  .with("mode", draft.mode().toString())
                  .with("contentHash", text.contentHash())
                  .with("agents", draft.agentIds().size()));
          return policies.get(tx, org, id);
        });
  }

  private static String searched(String name, String description, List<String> tags) {
    return new SearchText().with(name).with(description).with(tags).toString();
  }

  private static void insert(Tx tx, Caller caller, String id, long version, PolicyText text) {
    tx.on(VersionStore.class).insert(caller.tenant(), id, version, text, tx.now(), caller.id());
  }

  private static AuditEvent event(String action, String id, String name) {
    return AuditEvent.of(Category.POLICY, action, "policy", id, name);
  }

  /**
   * Updates a policy. A different document creates a new version. It runs immediately when the
   * policy has no effect, or when it is equivalent to the running version; otherwise it waits for
   * promotion.
   *
   * @param expected throws if the version of the record is not the expected one
   */
  Policy change(Caller caller, String policyId, PolicyDraft draft, LongConsumer expected) {
    OrgId org = caller.tenant();
    return database.write(
        tx -> {
          Policy policy = policies.lockToChange(tx, org, policyId);
          expected.accept(policy.recordVersion());
          long latest = policy.latestVersion();
          long active = policy.activeVersion();
          Optional<PolicyText> text = draft.text().filter(t -> isNew(tx, org, policy, t));
          if (text.isPresent()) {
            rejectEmpty(text.get());
            latest++;
            insert(tx, caller, policyId, latest, text.get());
            if (policy.isInactive() || isTheSame(tx, org, policy, text.get())) {
              active = latest;
            }
          }
          String name = draft.name().orElse(policy.name());
          String description = draft.description().orElse(policy.description());
          List<String> tags = draft.tags().orElse(policy.tags());
          tx.on(PolicyStore.class)
              .update(
                  org,
                  policyId,
                  name,
                  description,
                  draft.severity().orElse(policy.severity()),
                  tags,
                  draft.templateId().or(policy::templateId).orElse(""),
                  policy.enabled(),
                  searched(name, description, tags),
                  active,
                  latest,
                  tx.now(),
                  caller.id());
          Revisions.changed(tx, org);
          audit.record(
              tx,
              caller,
              event("policy.update", policyId, name)
                  .with("version", latest)
                  .with("activeVersion", active)
                  .with("newVersion", text.isPresent())
                  .with("contentHash", text.map(PolicyText::contentHash).orElse("")));
          return policies.get(tx, org, policyId);
        });
  }

  private static void rejectEmpty(PolicyText text) {
    if (text.isEmpty()) {
      String message = "\"dsl\" is empty; a policy with content cannot become empty.";
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          message,
          List.of(new ApiException.FieldError("required", "dsl", message)));
    }
  }

  private boolean isNew(Tx tx, OrgId org, Policy policy, PolicyText text) {
    return policies
        .version(tx, org, policy.id(), policy.latestVersion())
        .map(latest -> !latest.dsl().equals(text.dsl()))
        .orElse(true);
  }

  private boolean isTheSame(Tx tx, OrgId org, Policy policy, PolicyText text) {
    return policies
        .version(tx, org, policy.id(), policy.activeVersion())
        .map(active -> active.contentHash().equals(text.contentHash()))
        .orElse(false);
  }

  /**
   * Enables or disables a policy; without a wish, inverts the setting.
   *
   * @param expected throws if the version of the record is not the expected one
   */
  Policy toggle(
      Caller caller, String policyId, Optional<Boolean> requestedState, LongConsumer expected) {
    OrgId org = caller.tenant();
    return database.write(
        tx -> {
          Policy policy = policies.lockToChange(tx, org, policyId);
          expected.accept(policy.recordVersion());
          boolean enabled = requestedState.orElse(!policy.enabled());
          if (enabled == policy.enabled()) {
            return policy;
          }
          tx.on(PolicyStore.class)
              .update(
                  org,
                  policyId,
                  policy.name(),
                  policy.description(),
                  policy.severity(),
                  policy.tags(),
                  policy.templateId().orElse(""),
                  enabled,
                  searched(policy.name(), policy.description(), policy.tags()),
                  policy.activeVersion(),
                  policy.latestVersion(),
                  tx.now(),
                  caller.id());
          Revisions.changed(tx, org);
          audit.record(
              tx,
              caller,
              event("policy.toggle", policyId, policy.name())
                  .with("enabled", enabled)
                  .with("stage", policy.stage().toString()));
          return policies.get(tx, org, policyId);
        });
  }

  /**
   * Deletes a draft or a rolled-back policy, with its versions and assignments.
   *
   * @param expected throws if the version of the record is not the expected one
   */
  void delete(Caller caller, String policyId, LongConsumer expected) {
    OrgId org = caller.tenant();
    database.change(
        tx -> {
          Policy policy = policies.lockToChange(tx, org, policyId);
          expected.accept(policy.recordVersion());
          if (policy.stage() != Stage.DRAFT && policy.stage() != Stage.ROLLBACK) {
            throw new ApiException(
                ErrorCode.INVALID_TRANSITION,
                "The policy is at the stage \""
                    + policy.stage()
                    + "\"; only a draft or a rolled back policy can be deleted.");
          }
          tx.on(AssignmentStore.class).deleteOf(org, policyId);
          tx.on(VersionStore.class).delete(org, policyId);
          tx.on(PolicyStore.class).delete(org, policyId);
          Revisions.changed(tx, org);
          audit.record(
              tx,
              caller,
              event("policy.delete", policyId, policy.name())
                  .with("stage", policy.stage().toString())
                  .with("versions", policy.latestVersion()));
        });
  }
}
