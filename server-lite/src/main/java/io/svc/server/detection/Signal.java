package io.svc.server.detection;

import io.svc.rules.Severity;

/**
 * A single indication that a layer found.
 *
 * @param model the rule set, such as {@code sig-injection-v1}
 * @param rule the rule
 * @param score the strength of the indication, from 0 to 1; for anomalies, the anomaly score
 * @param path the location, such as {@code arguments.command}
 * @param match the matched text, masked
 * @param says the description for users
 * @param isTold whether it was already reported
 */
record Signal(
    Threat threat,
    String model,
    String rule,
    Severity severity,
    double score,
    String path,
    String match,
    String says,
    boolean isTold) {}
