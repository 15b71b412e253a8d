package io.svc.server.detection;

import io.svc.rules.Severity;

/**
 * One thing that a layer noticed.
 *
 * @param model which set of rules it belongs to, such as {@code sig-injection-v1}
 * @param rule what noticed it
 * @param score how much it speaks for the threat, from 0 to 1; of anomalies, how unusual it is
 * @param path where, such as {@code arguments.command}
 * @param match what was there, masked
 * @param says for people
 * @param isTold whether people know already
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
