package io.svc.server.policies;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Database;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import io.svc.server.policies.dsl.CompiledPolicy;
import io.svc.server.policies.dsl.PolicyCheckResult;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.policies.dsl.PolicyProblem;
import io.svc.server.policies.dsl.TestOutcome;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * {@code /api/policies/dsl} and the templates: operations on the policy language that need no
 * stored policy.
 */
final class DslRoutes {
  private final Database database;
  private final PolicyDsl language;
  private final PolicyRoutes.InventoryProvider inventories;
  private final Clock clock;

  DslRoutes(
      Database database,
      PolicyDsl language,
      PolicyRoutes.InventoryProvider inventories,
      Clock clock) {
    this.database = database;
    this.inventories = inventories;
    this.language = language;
    this.clock = clock;
  }

  void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    api.get("/api/policies/templates", read, this::templates);
    api.get("/api/policies/dsl/schema", read, this::schema);
    api.post(
        "/api/policies/dsl/validate",
        RouteAccess.session(Permission.POLICIES_VALIDATE)
            .withBodyUpTo(PolicyRoutes.LARGEST_BODY)
            .orYaml(),
        this::validate);
    api.post(
        "/api/policies/dsl/compile",
        RouteAccess.session(Permission.POLICIES_WRITE)
            .withBodyUpTo(PolicyRoutes.LARGEST_BODY)
            .orYaml(),
        this::compile);
  }

  private void templates(Call call) {
    call.ok(new TemplateList(Templates.all()));
  }

  private void schema(Call call) {
    call.ok(language.schema());
  }

  private void validate(Call call) {
    call.ok(Validation.of(checked(call, sent(call).dsl())));
  }

  private void compile(Call call) {
    DslRequest sent = sent(call);
    PolicyCheckResult checked = checked(call, sent.dsl());
    call.ok(
        new Compilation(
            Validation.of(checked),
            checked.compiled().isPresent(),
            checked.compiled().map(CompiledPolicy::contentHash),
            sent.includeSnapshot()
                ? checked.compiled().map(compiled -> compiled.snapshot(clock.instant()))
                : Optional.empty()));
  }

  private PolicyCheckResult checked(Call call, String dsl) {
    return language.check(dsl, database.read(tx -> inventories.of(tx, call.org())));
  }

  private static DslRequest sent(Call call) {
    Optional<String> yaml = call.yaml();
    if (yaml.isPresent()) {
      boolean isRequested =
          call.query()
              .oneOf("includeSnapshot", List.of("true", "false"))
              .orElse("true")
              .equals("true");
      return new DslRequest(yaml.get(), isRequested);
    }
    Fields body = call.body();
    String name = PolicyFields.documentName(body);
    Optional<String> dsl = body.document(name, PolicyFields.LONGEST_DOCUMENT);
    if (!body.has(name)) {
      body.problem("required", "dsl", "\"dsl\" is missing.");
    }
    boolean includeSnapshot = body.flag("includeSnapshot", true);
    body.check();
    return new DslRequest(dsl.orElseThrow(), includeSnapshot);
  }

  private record DslRequest(String dsl, boolean includeSnapshot) {}

  private record Validation(
      boolean valid,
      List<PolicyProblem> errors,
      List<PolicyProblem> warnings,
      List<TestOutcome> tests,
      Optional<PolicyCheckResult.Summary> summary) {

    static Validation of(PolicyCheckResult checked) {
      return new Validation(
          checked.valid(),
          checked.errors(),
          checked.warnings(),
          checked.tests(),
          checked.summary());
    }
  }

  private record Compilation(
      @JsonUnwrapped Validation validation,
      boolean compiled,
      Optional<String> contentHash,
      Optional<JsonNode> snapshot) {}

  private record TemplateList(List<Template> templates) {}
}
