package io.svc.scanner.detect;

import io.svc.rules.Severity;

/**
 * Metadata of a check.
 *
 * @param ruleId {@code category/name} in kebab-case; never changes
 * @param findingType type in snake_case, as in reports and {@code --suppress}
 * @param severity default severity; a detector can set another one for a problem
 * @param title short description of the problem
 * @param remediation how to fix the problem; {@link #PART} stands for the affected part of the file
 */
public record Check(
    String ruleId, String findingType, Severity severity, String title, String remediation) {
  /** In a remediation: the affected part of the file, such as a server or a hook. */
  public static final String PART = "{part}";
}
