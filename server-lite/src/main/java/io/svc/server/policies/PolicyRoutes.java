package io.svc.server.policies;

import io.svc.server.agents.Agents;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RouteAccess;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.NameInventory;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.policies.dsl.PolicyProblem;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** {@code /api/policies}: policies, their versions and assignments. */
public final class PolicyRoutes {
  private static final int LARGEST_LIST = 500;
  private static final int LARGEST_PAGE_OF_VERSIONS = 50;
  private static final int ASSIGNMENTS_IN_LIST = 20;
  private static final int ASSIGNMENTS_OF_SINGLE_POLICY = 1_000;

  /** JSON may use six bytes for each character of a document. */
  static final int LARGEST_BODY = 2 << 20;

  private final Database database;
  private final Policies policies;
  private final PolicyAuthoring authoring;
  private final PolicyAssignments assignments;
  private final PolicyFields fields;
  private final DslRoutes dsl;
  private final InventoryProvider inventories;
  private final Agents agents;
  private final PolicyStats stats;

  /**
   * Creates the routes.
   *
   * @param language checks documents
   * @param inventories the names that policies can refer to
   * @param stats statistics of policies
   */
  public PolicyRoutes(
      Clock clock,
      Database database,
      Identifiers identifiers,
      AuditLog audit,
      Agents agents,
      Policies policies,
      PolicyDsl language,
      InventoryProvider inventories,
      PolicyStats stats) {
    this.database = database;
    this.policies = policies;
    this.agents = agents;
    this.stats = stats;
    this.assignments = new PolicyAssignments(database, audit, policies, agents);
    this.authoring = new PolicyAuthoring(database, identifiers, audit, policies, assignments);
    this.fields = new PolicyFields(language);
    this.inventories = inventories;
    this.dsl = new DslRoutes(database, language, inventories, clock);
  }

  public void register(Api api) {
    // Registered before the routes of a single policy, whose parameter would match these words.
    dsl.register(api);
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    RouteAccess write = RouteAccess.session(Permission.POLICIES_WRITE);
    api.list("/api/policies", read, Policies.COLUMNS, this::policies);
    api.post("/api/policies", write.withBodyUpTo(LARGEST_BODY), this::create);
    api.get("/api/policies/{policyId}", read, this::policy);
    api.put("/api/policies/{policyId}", write.withBodyUpTo(LARGEST_BODY), this::change);
    api.delete(
        "/api/policies/{policyId}", RouteAccess.session(Permission.POLICIES_DELETE), this::delete);
    api.get("/api/policies/{policyId}/versions", read, this::versions);
    api.post("/api/policies/{policyId}/assign", write, this::assign);
    api.post("/api/policies/{policyId}/unassign", write, this::unassign);
    api.post("/api/policies/{policyId}/toggle", write, this::toggle);
  }

  private PolicyList policies(Call call, ListRequest list) {
    Query query = call.query();
    Optional<String> word = query.text("mode");
    Optional<Stage> mode = word.flatMap(Stage::of);
    if (word.isPresent() && mode.isEmpty()) {
      throw Query.invalid(
          "mode",
          word.get(),
          "expected one of draft, observe, soft_enforce, enforce, rollback, monitor, audit, shadow,"
              + " log_only");
    }
    PageRequest listPage = list.page(LARGEST_LIST, LARGEST_LIST);
    String text = query.text("q").orElse("");
    return database.read(
        tx -> {
          LatestRows.Page<Policy> page = policies.list(tx, call.org(), text, mode, listPage);
          return new PolicyList(
              PolicyView.of(tx, call.org(), page.rows(), agents, stats, ASSIGNMENTS_IN_LIST),
              page.total(),
              ListRequest.next(page));
        });
  }

  private void create(Call call) {
    PolicyDraft draft = fields.forNew(call.body(), inventory(call));
    Policy policy = authoring.create(call.caller(), draft);
    call.version(policy.recordVersion()).reply(201, answer(call, policy.id()).with(draft));
  }

  private void policy(Call call) {
    VersionedResponse answer = answer(call, id(call));
    call.ok(answer.version(), answer.body());
  }

  private void change(Call call) {
    String id = id(call);
    Fields body = call.body();
    PolicyDraft draft =
        fields.forChange(body, inventory(call), Json.tree(answer(call, id).body().policy()));
    authoring.change(call.caller(), id, draft, call::expectVersion);
    VersionedResponse answer = answer(call, id);
    call.ok(answer.version(), answer.with(draft));
  }

  private void delete(Call call) {
    authoring.delete(call.caller(), id(call), call::expectVersion);
    call.ok(new RemovalResponse(true));
  }

  private void versions(Call call) {
    String id = id(call);
    Query query = call.query();
    int limit = query.number("limit", 1, LARGEST_PAGE_OF_VERSIONS, LARGEST_PAGE_OF_VERSIONS);
    int offset = query.offset();
    Policies.VersionPage versions =
        database.read(tx -> policies.versions(tx, call.org(), id, limit, offset));
    call.ok(
        new VersionList(
            versions.versions().stream()
                .map(version -> PolicyView.VersionView.of(versions.policy(), version))
                .toList(),
            versions.policy().latestVersion()));
  }

  private void assign(Call call) {
    String id = id(call);
    assignments.assign(call.caller(), id, fields.agents(call.body()), call::expectVersion);
    call.ok(new RemovalResponse(true));
  }

  private void unassign(Call call) {
    String id = id(call);
    assignments.unassign(call.caller(), id, fields.agents(call.body()), call::expectVersion);
    call.ok(new RemovalResponse(true));
  }

  private void toggle(Call call) {
    String id = id(call);
    Fields body = call.optionalBody();
    Optional<Boolean> enabled =
        body.has("enabled") ? Optional.of(body.flag("enabled", false)) : Optional.empty();
    body.check();
    authoring.toggle(call.caller(), id, enabled, call::expectVersion);
    VersionedResponse answer = answer(call, id);
    call.ok(answer.version(), answer.body());
  }

  private NameInventory inventory(Call call) {
    return database.read(tx -> inventories.of(tx, call.org()));
  }

  private static String id(Call call) {
    return call.id("policyId", "policy");
  }

  /** Returns a policy with the version of its record. */
  private VersionedResponse answer(Call call, String policyId) {
    return database.read(
        tx -> {
          Policy policy = policies.get(tx, call.org(), policyId);
          return new VersionedResponse(
              policy.recordVersion(), new PolicyEnvelope(detail(tx, call.org(), policy)));
        });
  }

  private PolicyView.Detail detail(Tx tx, OrgId org, Policy policy) {
    return new PolicyView.Detail(
        PolicyView.of(tx, org, List.of(policy), agents, stats, ASSIGNMENTS_OF_SINGLE_POLICY).get(0),
        policies
            .version(tx, org, policy.id(), policy.latestVersion())
            .map(PolicyVersion::dsl)
            .orElse(""));
  }

  private record VersionedResponse(long version, PolicyEnvelope body) {
    /** Adds the warnings for a document. */
    PolicyWriteResponse with(PolicyDraft draft) {
      return new PolicyWriteResponse(
          body.policy(), draft.text().map(PolicyText::warnings).orElse(List.of()));
    }
  }

  private record PolicyWriteResponse(PolicyView.Detail policy, List<PolicyProblem> warnings) {}

  private record PolicyEnvelope(PolicyView.Detail policy) {}

  private record PolicyList(List<PolicyView> policies, long total, Optional<String> cursor) {}

  private record VersionList(List<PolicyView.VersionView> versions, long total) {}

  private record RemovalResponse(boolean ok) {}

  /** Returns the names that exist in a tenant; a policy with other names gets warnings. */
  @FunctionalInterface
  public interface InventoryProvider {
    /** Returns the current inventory of a tenant. */
    NameInventory of(Tx tx, OrgId org);
  }
}
