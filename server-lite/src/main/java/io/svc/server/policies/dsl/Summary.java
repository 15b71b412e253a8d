package io.svc.server.policies.dsl;

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
    effects = Collections.unmodifiableMap(new LinkedHashMap<>(effects));
  }
}
