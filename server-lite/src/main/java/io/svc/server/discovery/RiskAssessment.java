package io.svc.server.discovery;

import io.svc.rules.WordListParser;
import io.svc.server.discovery.AssetRisk.Factor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Computes the risk of an asset. Deterministic: it depends only on the asset's properties, the
 * words in them, its owner, and the tenant's classification of connectors.
 */
final class RiskAssessment {
  private static final int BASE = 5;
  private static final int EACH_WRITE = 10;
  private static final int MAX_WRITES = 30;
  private static final int EACH_EGRESS = 10;
  private static final int MAX_EGRESS = 20;
  private static final int EACH_BLOCKED = 20;
  private static final int MAX_BLOCKED = 40;
  private static final int MAX_NAMED = 5;
  private static final int SENSITIVE_POINTS = 15;
  private static final String SENSITIVE_LABEL = "Handles personal data or credentials";

  private static final Set<String> OUTSIDE =
      Set.of("http", "https", "httprequest", "webhook", "ftp", "sftp", "ssh", "smtp", "graphql");

  private static final Set<String> SENSITIVE =
      WordListParser.set(
          """
          mail gmail outlook email imap contacts people salesforce hubspot crm hr bamboohr workday
          postgres postgresql mysql mssql mongodb snowflake bigquery database sql drive sharepoint
          onedrive sheets airtable stripe payroll pii credentials vault calendar zendesk""");

  private static final Set<String> CODE =
      Set.of("code", "function", "shell", "ssh", "bash", "python", "javascript", "script", "exec");

  private static final Set<String> APPROVAL = Set.of("approval", "approvals", "approve");

  private static final Set<String> ERRORS = Set.of("error", "errors", "catch", "onerror");

  /**
   * Exact names, because most settings that contain the word define what to store about a failed
   * run.
   */
  private static final Set<String> ERROR_SETTINGS =
      Set.of("errorWorkflow", "errorHandler", "errorHandling");

  private final AssetPosture posture;
  private final AssetKind kind;
  private final String owner;
  private final ConnectorClasses classes;
  private final List<Factor> factors = new ArrayList<>();

  private RiskAssessment(
      AssetKind kind, AssetPosture posture, String owner, ConnectorClasses classes) {
    this.kind = kind;
    this.posture = posture;
    this.owner = owner;
    this.classes = classes;
  }

  /**
   * Returns the risk of an asset; without factors when it was not inspected, so that its risk is
   * unknown.
   *
   * @param owner the owner of the asset or of its agent; empty if unknown
   */
  static AssetRisk of(
      AssetKind kind, AssetPosture posture, String owner, ConnectorClasses classes) {
    RiskAssessment assessment = new RiskAssessment(kind, posture, owner, classes);
    if (posture.isInspected()) {
      assessment.assess();
    }
    return AssetRisk.of(assessment.factors);
  }

  private void assess() {
    add("base", "Base score", BASE, "Every asset starts with this score.");
    each("write_access", "Writes", EACH_WRITE, MAX_WRITES, OperationNames::writes);
    each(
        "external_egress", "External access", EACH_EGRESS, MAX_EGRESS, this::connectsToNonBusiness);
    each(
        "blocked_connector",
        "Uses a blocked connector",
        EACH_BLOCKED,
        MAX_BLOCKED,
        connector ->
            classes.of(connector.name()).filter(c -> c == ConnectorClass.BLOCKED).isPresent());
    if (posture.connectors().stream().anyMatch(this::isSensitive)) {
      each(
          "sensitive_data", SENSITIVE_LABEL, SENSITIVE_POINTS, SENSITIVE_POINTS, this::isSensitive);
    } else if (isSet("sensitiveData")) {
      add("sensitive_data", SENSITIVE_LABEL, SENSITIVE_POINTS, "It was registered to do so.");
    }
    if (isSet("inlineSecret")) {
      add("inline_secret", "Has a secret in its definition", 15, "A secret is in plain text.");
    }
    if (connectorHas(CODE) || isSet("codeStep")) {
      add("code_step", "Runs code", 10, "A step runs code or a shell.");
    }
    if (posture.usesAi() && !posture.connectors().isEmpty()) {
      add("autonomous_ai", "A model acts", 10, "A model with access to connectors takes part.");
    }
    if (owner.isEmpty()) {
      add("no_owner", "No owner", 5, "No owner is known.");
    }
    if (kind == AssetKind.WORKFLOW && posture.isInspected() && !handlesErrors()) {
      add("no_error_handling", "Errors go unhandled", 5, "No error handling was found.");
    }
    if (connectorHas(APPROVAL) || isSet("approvalStep")) {
      add("approval_step", "Requires approval", -10, "A step waits for an approval.");
    }
  }

  private boolean connectsToNonBusiness(AssetConnector connector) {
    return classes
        .of(connector.name())
        .map(connectorClass -> connectorClass == ConnectorClass.NON_BUSINESS)
        .orElseGet(() -> OperationNames.has(connector.name(), OUTSIDE));
  }

  private boolean isSensitive(AssetConnector connector) {
    return OperationNames.has(connector.name(), SENSITIVE)
        || connector.scopes().stream().anyMatch(scope -> OperationNames.has(scope, SENSITIVE));
  }

  private boolean connectorHas(Set<String> words) {
    return posture.connectors().stream()
        .anyMatch(
            connector ->
                OperationNames.has(connector.name(), words)
                    || connector.operations().stream()
                        .anyMatch(each -> OperationNames.has(each, words)));
  }

  private boolean handlesErrors() {
    return posture.settings().entrySet().stream()
            .anyMatch(
                setting -> ERROR_SETTINGS.contains(setting.getKey()) && isOn(setting.getValue()))
        || connectorHas(ERRORS);
  }

  private static boolean isOn(String value) {
    return !value.isEmpty() && !value.equals("false") && !value.equals("none");
  }

  private boolean isSet(String name) {
    return "true".equals(posture.settings().get(name));
  }

  private void each(
      String key, String label, int points, int limit, Predicate<AssetConnector> filter) {
    List<String> names =
        posture.connectors().stream().filter(filter).map(AssetConnector::name).toList();
    if (!names.isEmpty()) {
      add(key, label, Math.min(limit, points * names.size()), named(names));
    }
  }

  private static String named(List<String> names) {
    String some = names.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
    return names.size() > MAX_NAMED ? some + " and " + (names.size() - MAX_NAMED) + " more" : some;
  }

  private void add(String key, String label, int points, String detail) {
    factors.add(new Factor(key, label, points, detail));
  }
}
