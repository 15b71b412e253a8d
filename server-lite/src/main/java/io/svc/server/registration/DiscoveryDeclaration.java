package io.svc.server.registration;

import io.svc.rules.WordListParser;
import io.svc.server.agents.PlatformName;
import io.svc.server.db.NonEmpty;
import io.svc.server.discovery.AssetEvidence;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.AssetSource;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.ScanPermissions;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.SightingConnector;
import io.svc.server.http.Call;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Converts a declaration of an agent to a sighting. */
final class DiscoveryDeclaration {
  private static final double CONFIDENCE = 0.9;
  private static final int LONGEST_SEQUENCE = 1_500;
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

  private static final Set<String> MODELS =
      Set.of("ai", "llm", "openai", "anthropic", "langchain", "gemini", "gpt", "claude", "mistral");

  private static final Set<String> CODE =
      Set.of("code", "function", "shell", "ssh", "bash", "python", "javascript", "script", "exec");

  private static final Set<String> APPROVAL = Set.of("approval", "approvals", "approve");

  /** Classes of sensitive data. */
  private static final Set<String> SENSITIVE =
      WordListParser.set(
          """
          pii phi pci personal sensitive health financial credentials secret confidential""");

  private DiscoveryDeclaration() {}

  static MaskedSighting of(
      String platform, String workflowId, AgentDeclaration declaration, Instant at) {
    return MaskedSighting.of(
        new Sighting(
            PlatformName.runsWorkflows(platform) ? AssetKind.WORKFLOW : AssetKind.AGENT,
            AssetSource.REGISTER_API,
            Optional.empty(),
            platform + "/" + workflowId,
            declaration.name().isEmpty() ? workflowId : declaration.name(),
            NonEmpty.of(declaration.url()),
            NonEmpty.of(declaration.owner()),
            declaration.active(),
            declaration.connectors().stream()
                .map(
                    connector ->
                        new SightingConnector(
                            connector.name(),
                            connector.operations(),
                            connector.scopes(),
                            NonEmpty.of(connector.credential())))
                .toList(),
            declaration.steps().size(),
            declaration.triggers(),
            declaration.usesAi() || !declaration.model().isEmpty() || hasStep(declaration, MODELS),
            settings(declaration),
            declaration.subWorkflows(),
            List.of(
                new AssetEvidence(
                    "register_api",
                    "declaration",
                    "platform " + platform,
                    "Its operator registered it.",
                    CONFIDENCE,
                    at)),
            new ScanPermissions(
                "declared",
                List.of("agent:" + platform + "/" + workflowId),
                List.of(),
                "redacted_before_storage",
                at),
            declaration.tags()));
  }

  /** Returns further properties to check for drift, including the steps in order. */
  private static Map<String, String> settings(AgentDeclaration declaration) {
    Map<String, String> settings = new LinkedHashMap<>();
    put(settings, "registeredSteps", sequence(declaration.steps()));
    put(settings, "dataClassification", sorted(declaration.dataClassification()));
    put(settings, "tools", sorted(declaration.tools()));
    put(settings, "mcpServers", sorted(declaration.mcpServers()));
    put(settings, "models", declaration.model());
    flag(settings, "codeStep", hasStep(declaration, CODE));
    flag(settings, "approvalStep", hasStep(declaration, APPROVAL));
    flag(settings, "sensitiveData", isSensitive(declaration));
    flag(settings, "inlineSecret", declaration.hasSecret());
    return settings;
  }

  private static void put(Map<String, String> settings, String name, String value) {
    if (!value.isEmpty()) {
      settings.put(name, value);
    }
  }

  private static void flag(Map<String, String> settings, String name, boolean isSet) {
    if (isSet) {
      settings.put(name, "true");
    }
  }

  private static String sorted(List<String> names) {
    return names.stream().sorted().distinct().collect(Collectors.joining(", "));
  }

  /**
   * Returns types and identifiers in order; a long list is truncated and a digest of all appended.
   */
  private static String sequence(List<AgentDeclaration.Step> steps) {
    List<String> words = new ArrayList<>();
    for (AgentDeclaration.Step step : steps) {
      String stepName = step.type().isEmpty() ? step.name() : step.type();
      words.add(step.id().isEmpty() ? stepName : (step.id() + " " + stepName).strip());
    }
    String sequence = String.join(" > ", words);
    return sequence.length() <= LONGEST_SEQUENCE
        ? sequence
        : sequence.substring(0, LONGEST_SEQUENCE) + "… sha256:" + Call.sha256(sequence);
  }

  private static boolean hasStep(AgentDeclaration declaration, Set<String> words) {
    return declaration.steps().stream().anyMatch(step -> has(step.type(), words::contains));
  }

  private static boolean isSensitive(AgentDeclaration declaration) {
    return declaration.dataClassification().stream()
        .anyMatch(name -> has(name, SENSITIVE::contains));
  }

  private static boolean has(String text, Predicate<String> word) {
    return NO_WORD.splitAsStream(text.toLowerCase(Locale.ROOT)).anyMatch(word);
  }
}
