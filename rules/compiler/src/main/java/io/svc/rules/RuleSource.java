package io.svc.rules;

import java.util.List;

/**
 * A rule file as its author wrote it: the rule and what people need to understand and trust it.
 *
 * @param provider who issues such secrets
 * @param description what the secret is and what somebody who holds it can do
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
   * A field that a rule is tried on. The value is a template for {@link SampleTemplate}, so that no
   * file holds anything that looks like a live secret.
   */
  public record Example(String name, String value) {}
}
