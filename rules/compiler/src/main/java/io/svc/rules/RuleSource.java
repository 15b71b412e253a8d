package io.svc.rules;

import java.util.List;

/**
 * A complete rule file: the rule and its documentation.
 *
 * @param provider the issuer of such secrets
 * @param description what the secret is and what access it grants
 * @param references the provider's own pages
 * @param matches fields that the rule must find
 * @param ignores near misses that it must not find
 */
public record RuleSource(
    Rule rule,
    String provider,
    String description,
    List<String> references,
    List<Example> matches,
    List<Example> ignores) {

  public RuleSource {
    references = List.copyOf(references);
    matches = List.copyOf(matches);
    ignores = List.copyOf(ignores);
  }

  /**
   * A test field of a rule. The value is a template for {@link SampleTemplate}, so that no file
   * contains a text that looks like a live secret.
   */
  public record Example(String name, String value) {}
}
