package io.svc.server.certification;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alerts;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.AssetAccess;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.AssetSource;
import io.svc.server.discovery.ConnectorClasses;
import io.svc.server.discovery.DiscoveredAsset;
import io.svc.server.discovery.Presence;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.policies.ActivePolicy;
import io.svc.server.policies.Policies;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.tenants.Tenants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds workflows, checks them and decides. All of it is one transaction that locks the assets of
 * the tenant: the certified state is the checked one, and concurrent observations are compared with
 * it. Safe for many threads.
 */
final class CertificationProcess {
  private final Identifiers identifiers;
  private final Tenants tenants;
  private final Agents agents;
  private final Policies policies;
  private final Alerts alerts;
  private final CertificationTransitions standings;
  private final AuditLog audit;

  CertificationProcess(
      Identifiers identifiers,
      Tenants tenants,
      Agents agents,
      Policies policies,
      Alerts alerts,
      CertificationTransitions standings,
      AuditLog audit) {
    this.identifiers = identifiers;
    this.tenants = tenants;
    this.agents = agents;
    this.policies = policies;
    this.alerts = alerts;
    this.standings = standings;
    this.audit = audit;
  }

  /** A requested workflow: an asset, or why it was not found. */
  private record RequestedWorkflow(
      String name, Optional<String> platform, Optional<DiscoveredAsset> asset, String problem) {}

  /** Data that is read once for all requested workflows. */
  private record BatchInputs(
      ConnectorClasses classes,
      TenantSettings settings,
      Map<String, Agent> agents,
      List<ActivePolicy> policies,
      Map<String, Long> criticalAlerts) {}

  /** Certifies several workflows; each has its own result, in the order of the request. */
  List<CertificationResult> certify(Tx tx, Caller caller, CertificationRequest order) {
    OrgId org = caller.tenant();
    AssetAccess.lock(tx, org);
    List<RequestedWorkflow> requests = new ArrayList<>();
    for (String name : order.workflowIds()) {
      requests.add(found(tx, org, name, order.platform()));
    }
    return decided(tx, caller, order, requests);
  }

  /** Certifies the workflow of an agent. */
  CertificationResult certify(
      Tx tx, Caller caller, String agentId, String by, Optional<String> fingerprint) {
    OrgId org = caller.tenant();
    Agent agent = agents.get(tx, org, agentId);
    AssetAccess.lock(tx, org);
    Optional<String> platform = Optional.of(agent.platform());
    RequestedWorkflow requests =
        resolve(agent.externalId(), platform, AssetAccess.ofAgent(tx, org, agentId));
    CertificationRequest order =
        new CertificationRequest(List.of(agent.externalId()), platform, by, fingerprint);
    return decided(tx, caller, order, List.of(requests)).get(0);
  }

  private static RequestedWorkflow found(Tx tx, OrgId org, String name, Optional<String> platform) {
    boolean isAsset = name.startsWith("ast_") && Identifiers.isWellFormed(name);
    return resolve(
        name,
        platform,
        isAsset
            ? AssetAccess.find(tx, org, name).stream().toList()
            : AssetAccess.called(tx, org, platform, name));
  }

  private static RequestedWorkflow resolve(
      String name, Optional<String> platform, List<DiscoveredAsset> candidates) {
    List<DiscoveredAsset> present =
        candidates.stream()
            .filter(
                candidate ->
                    candidate.kind() == AssetKind.WORKFLOW || candidate.kind() == AssetKind.AGENT)
            .filter(candidate -> candidate.presence() != Presence.REMOVED)
            .toList();
    if (present.size() == 1) {
      return new RequestedWorkflow(name, platform, Optional.of(present.get(0)), "");
    }
    String problem = "Unknown workflow.";
    if (present.size() > 1) {
      problem =
          "Several workflows have this name: "
              + present.stream().map(DiscoveredAsset::id).collect(Collectors.joining(", "))
              + ". Specify one by its identifier.";
    } else if (candidates.stream()
        .anyMatch(candidate -> candidate.presence() == Presence.REMOVED)) {
      problem = "It no longer exists on its platform.";
    } else if (!candidates.isEmpty()) {
      problem =
          "It is of kind " + candidates.get(0).kind() + "; workflows and agents can be certified.";
    }
    return new RequestedWorkflow(name, platform, Optional.empty(), problem);
  }

  private List<CertificationResult> decided(
      Tx tx, Caller caller, CertificationRequest order, List<RequestedWorkflow> requests) {
    OrgId org = caller.tenant();
    BatchInputs existing = loadKnown(tx, org, requests);
    List<CertificationResult> results = new ArrayList<>();
    for (RequestedWorkflow request : requests) {
      results.add(
          request
              .asset()
              .map(asset -> decided(tx, caller, order, request, asset, existing))
              .orElseGet(
                  () ->
                      CertificationResult.missing(
                          org, request.name(), request.platform(), request.problem())));
    }
    return results;
  }

  private BatchInputs loadKnown(Tx tx, OrgId org, List<RequestedWorkflow> requests) {
    List<String> ids =
        requests.stream()
            .flatMap(request -> request.asset().stream())
            .map(DiscoveredAsset::agentId)
            .filter(id -> !id.isEmpty())
            .distinct()
            .toList();
    Map<String, Agent> byId = new HashMap<>();
    agents.all(tx, org, ids).forEach(agent -> byId.put(agent.id(), agent));
    return new BatchInputs(
        AssetAccess.lock(tx, org),
        tenants.get(tx, org).settings(),
        byId,
        ids.isEmpty() ? List.of() : policies.evaluated(tx, org),
        alerts.openCritical(tx, org, ids));
  }

  private CertificationResult decided(
      Tx tx,
      Caller caller,
      CertificationRequest order,
      RequestedWorkflow requests,
      DiscoveredAsset asset,
      BatchInputs existing) {
    order
        .fingerprint()
        .filter(seen -> !seen.equals(asset.fingerprint().hash()))
        .ifPresent(
            seen -> {
              throw new ApiException(
                  ErrorCode.VERSION_CONFLICT,
                  "The workflow has changed: its fingerprint is now \""
                      + asset.fingerprint().hash()
                      + "\". Review it again.");
            });
    Optional<Agent> agent = Optional.ofNullable(existing.agents().get(asset.agentId()));
    CertificationFacts facts =
        new CertificationFacts(
            asset,
            existing.classes(),
            AssetAccess.risk(asset, existing.classes()),
            agent,
            existing.policies().stream()
                .filter(policy -> policy.appliesTo(asset.agentId()))
                .toList(),
            existing.criticalAlerts().getOrDefault(asset.agentId(), 0L),
            existing.settings());
    List<CertificationCheck.Result> checks = facts.checked();
    Optional<String> reason =
        Optional.of(
                checks.stream()
                    .filter(check -> !check.passed())
                    .map(CertificationCheck.Result::detail)
                    .collect(Collectors.joining(" ")))
            .filter(text -> !text.isEmpty());
    CertificationWriter.SignedRow added =
        standings.decide(
            tx,
            caller,
            new CertificationTransitions.Decision(
                identifiers.next("crt_"),
                workflow(requests, asset, agent),
                asset,
                order.by(),
                facts.risk().map(risk -> (long) risk.score()),
                checks,
                reason));
    note(tx, caller, added.document());
    return CertificationResult.of(added);
  }

  /** Uses the requested name if it is a platform's identifier. */
  private static CertificationWriter.Workflow workflow(
      RequestedWorkflow request, DiscoveredAsset asset, Optional<Agent> agent) {
    boolean isRegisteredAgent = asset.source() == AssetSource.REGISTER_API && agent.isPresent();
    String name =
        !request.name().equals(asset.id())
            ? request.name()
            : isRegisteredAgent ? agent.get().externalId() : asset.externalId();
    String platform =
        request
            .platform()
            .orElseGet(
                () -> isRegisteredAgent ? agent.get().platform() : asset.source().toString());
    return new CertificationWriter.Workflow(
        name, platform, asset.posture().name(), asset.id(), asset.agentId());
  }

  private void note(Tx tx, Caller caller, CertificationDocument document) {
    boolean passes = document.event() == CertificationEvent.CERTIFIED;
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.CERTIFICATION,
                passes ? "certification.certify" : "certification.block",
                "certification",
                document.certId(),
                document.workflowName())
            .with("assetId", document.assetId())
            .with("certifiedBy", document.certifiedBy().orElse(""))
            .with("fingerprint", document.fingerprint().orElse(""))
            .with("reason", document.reason().orElse("")));
  }
}
