package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a policy consists of.
 *
 * @param effects how many rules have which effect, strictest first; without those of no rule
 */
public record Summary(String name, int dslVersion, int ruleCount, Map<String, Integer> effects) {
  public Summary {
    requireNonNull(name, "name is null");
    effects = Collections.unmodifiableMap(new LinkedHashMap<>(effects));
  }
}
