package io.svc.server.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Removes secrets from sightings and limits their size. Scanners also mask; this is a second line
 * of defense.
 */
final class SightingFilter {
  private static final int LONGEST_NAME = 300;
  private static final int LONGEST_TEXT = 2_000;
  private static final int MAX = 500;

  private static final Pattern HASH = Pattern.compile("(?:hmac-)?sha256:[0-9a-f]{64}");

  private final Masking masking;

  SightingFilter(Masking masking) {
    this.masking = masking;
  }

  Sighting filter(Sighting seen) {
    return new Sighting(
        seen.kind(),
        seen.source(),
        seen.integrationId().map(this::name),
        name(seen.externalId()),
        name(seen.name().isBlank() ? seen.externalId() : seen.name()),
        seen.url().map(this::address),
        seen.owner().map(this::name).filter(owner -> !owner.isBlank()),
        seen.active(),
        seen.connectors().stream().limit(MAX).map(this::connector).toList(),
        seen.steps(),
        names(seen.triggers()),
        seen.usesAi(),
        settings(seen.settings()),
        names(seen.subWorkflows()),
        seen.evidence().stream().limit(EvidenceList.MAX).map(this::evidence).toList(),
        envelope(seen.envelope()),
        names(seen.tags()));
  }

  private SightingConnector connector(SightingConnector seen) {
    return new SightingConnector(
        name(seen.name()),
        names(seen.operations()),
        names(seen.scopes()),
        seen.credential().map(this::name).filter(credential -> !credential.isBlank()));
  }

  private AssetEvidence evidence(AssetEvidence seen) {
    return new AssetEvidence(
        name(seen.scanner()),
        name(seen.basis()),
        text(seen.source()),
        text(seen.detail()),
        seen.confidence(),
        seen.observedAt());
  }

  private ScanPermissions envelope(ScanPermissions seen) {
    return new ScanPermissions(
        name(seen.scanMode()),
        names(seen.scope()),
        names(seen.permissionsUsed()),
        name(seen.redactionStatus()),
        seen.capturedAt());
  }

  private Map<String, String> settings(Map<String, String> seen) {
    Map<String, String> settings = new TreeMap<>();
    seen.entrySet().stream()
        .limit(MAX)
        .forEach(setting -> settings.put(name(setting.getKey()), setting(setting)));
    return settings;
  }

  /** Does not mask hashes and Booleans, because they reveal nothing. */
  private String setting(Map.Entry<String, String> setting) {
    String value = setting.getValue();
    if (HASH.matcher(value).matches() || value.equals("true") || value.equals("false")) {
      return value;
    }
    return clipped(
        String.valueOf(masking.member(setting.getKey(), JsonNodeFactory.instance.textNode(value))),
        LONGEST_TEXT);
  }

  private List<String> names(List<String> seen) {
    return seen.stream().limit(MAX).map(this::name).filter(name -> !name.isBlank()).toList();
  }

  /** Filters a name or an identifier. */
  String name(String seen) {
    return masked(seen, LONGEST_NAME, masking::text);
  }

  private String text(String seen) {
    return masked(seen, LONGEST_TEXT, masking::text);
  }

  private String address(String seen) {
    return masked(seen, LONGEST_TEXT, masking::value);
  }

  /**
   * Truncates before masking only if a text is far too long, so that no part of a secret remains.
   */
  private static String masked(String seen, int longest, UnaryOperator<String> mask) {
    return clipped(mask.apply(clipped(seen, 4 * LONGEST_TEXT)), longest);
  }

  private static String clipped(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end);
  }
}
