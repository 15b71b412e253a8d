package io.svc.scanner.detect;

import io.svc.rules.Severity;

/**
 * What a detector looks for.
 *
 * @param ruleId {@code category/name} in kebab-case, stable for ever
 * @param findingType in snake_case, as in reports and {@code --suppress}
 * @param severity of an ordinary case; a detector says so where a case is better or worse
 * @param title what is wrong, as one phrase
 * @param remediation what to do about it
 */
public record Check(
    String ruleId, String findingType, Severity severity, String title, String remediation) {}
