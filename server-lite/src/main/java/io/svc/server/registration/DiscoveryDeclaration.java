package io.svc.server.registration;

import io.svc.rules.WordBlock;
import io.svc.server.agents.PlatformName;
import io.svc.server.db.NonEmpty;
import io.svc.server.discovery.AssetEvidence;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.AssetSource;
import io.svc.server.discovery.DiscoveryEnvelope;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.SeenConnector;
import io.svc.server.discovery.Sighting;
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
      WordBlock.set(
          """
          pii phi pci personal sensitive health financial credentials secret confidential""");

  private DiscoveryDeclaration() {}

  static MaskedSighting of(String platform, String workflowId, AgentDeclaration told, Instant at) {
    return MaskedSighting.of(
        new Sighting(
            PlatformName.runsWorkflows(platform) ? AssetKind.WORKFLOW : AssetKind.AGENT,
            AssetSource.REGISTER_API,
            Optional.empty(),
            platform + "/" + workflowId,
            told.name().isEmpty() ? workflowId : told.name(),
            NonEmpty.of(told.url()),
            NonEmpty.of(told.owner()),
            told.active(),
            told.connectors().stream()
                .map(
                    one ->
                        new SeenConnector(
                            one.name(),
                            one.operations(),
                            one.scopes(),
                            NonEmpty.of(one.credential())))
                .toList(),
            told.steps().size(),
            told.triggers(),
            told.usesAi() || !told.model().isEmpty() || hasStep(told, MODELS),
            settings(told),
            told.subWorkflows(),
            List.of(
                new AssetEvidence(
                    "register_api",
                    "declaration",
                    "platform " + platform,
                    "Its operator registered it.",
                    CONFIDENCE,
                    at)),
            new DiscoveryEnvelope(
                "declared",
                List.of("agent:" + platform + "/" + workflowId),
                List.of(),
                "redacted_before_storage",
                at),
            told.tags()));
  }

  /** Returns further properties to check for drift, including the steps in order. */
  private static Map<String, String> settings(AgentDeclaration told) {
    Map<String, String> settings = new LinkedHashMap<>();
    put(settings, "registeredSteps", sequence(told.steps()));
    put(settings, "dataClassification", sorted(told.dataClassification()));
    put(settings, "tools", sorted(told.tools()));
    put(settings, "mcpServers", sorted(told.mcpServers()));
    put(settings, "models", told.model());
    flag(settings, "codeStep", hasStep(told, CODE));
    flag(settings, "approvalStep", hasStep(told, APPROVAL));
    flag(settings, "sensitiveData", isSensitive(told));
    flag(settings, "inlineSecret", told.hasSecret());
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
      String what = step.type().isEmpty() ? step.name() : step.type();
      words.add(step.id().isEmpty() ? what : (step.id() + " " + what).strip());
    }
    String whole = String.join(" > ", words);
    return whole.length() <= LONGEST_SEQUENCE
        ? whole
        : whole.substring(0, LONGEST_SEQUENCE) + "… sha256:" + Call.sha256(whole);
  }

  private static boolean hasStep(AgentDeclaration told, Set<String> words) {
    return told.steps().stream().anyMatch(step -> has(step.type(), words::contains));
  }

  private static boolean isSensitive(AgentDeclaration told) {
    return told.dataClassification().stream().anyMatch(name -> has(name, SENSITIVE::contains));
  }

  private static boolean has(String text, Predicate<String> word) {
    return NO_WORD.splitAsStream(text.toLowerCase(Locale.ROOT)).anyMatch(word);
  }
}
