package io.svc.scanner.redact;

import io.svc.rules.Rule;
import io.svc.scanner.redact.SecretStructureChecker.Verdict;
import org.jspecify.annotations.Nullable;

/** A text that may be a secret: a match of a rule, or a complete value. */
final class EvidenceInput {
  /** What the name of a value implies for a literal. */
  enum Role {
    /** Nothing: the value has no name, or the name does not decide. */
    NONE,
    /** A machine credential. */
    SECRET,
    /** The credential of an {@code Authorization} header. */
    BEARER,
    /** A password, or a default of a credential. */
    PASSWORD
  }

  private static final int SHORTEST_BEARER = 12;

  private final String text;
  private final FieldName name;
  private final Role role;
  private final @Nullable Rule rule;
  private @Nullable Verdict verdict;

  private EvidenceInput(String text, FieldName name, Role role, @Nullable Rule rule) {
    this.text = text;
    this.name = name;
    this.role = role;
    this.rule = rule;
  }

  /** Returns a match of a rule's pattern. */
  static EvidenceInput match(Rule rule, String secret, FieldName name) {
    return new EvidenceInput(secret, name, Role.NONE, rule);
  }

  /** Returns a complete value. */
  static EvidenceInput value(String text, FieldName name, Role role) {
    return new EvidenceInput(text.strip(), name, role, null);
  }

  Verdict verdict() {
    if (verdict == null) {
      verdict =
          rule == null ? Verdict.OPEN : SecretStructureChecker.test(rule.structureTest(), text);
    }
    return verdict;
  }

  boolean has(SecretEvidence evidence) {
    return switch (evidence) {
      case DOCUMENTED_EXAMPLE -> DocumentedExamples.isExample(text);
      case STRUCTURE_REFUTED -> verdict() == Verdict.REFUTED;
      case STRUCTURE_CONFIRMED -> verdict() == Verdict.CONFIRMED;
      case PASSWORD_HASH -> isNamed() && PasswordHashes.isPasswordHash(text);
      case GENERATED -> isNamed() && isGenerated();
      case REFERENCE -> rule == null && (References.isStored(text) || References.occurIn(text));
      case PLACEHOLDER -> isPlaceholder();
      case STRUCTURE_PLAUSIBLE -> verdict() == Verdict.PLAUSIBLE && hasEntropy();
      case FORMAT -> rule != null && !rule.keywords().isEmpty() && hasEntropy();
      case PUBLIC_NAME -> role != Role.PASSWORD && name.isPublic();
      case PUBLIC_VALUE -> PublicValues.isPublicValue(text, name);
      case FORMAT_WITH_NAME -> rule != null && rule.keywords().isEmpty() && hasEntropy();
      case PASSWORD_NAME -> role == Role.PASSWORD;
      case RANDOM -> isNamed() && (RandomTextClassifier.isRandom(text) || isBearer());
      case HUMAN_PASSWORD -> isNamed() && LiteralClassifier.isHumanChosenPassword(text);
      case SHORT_RANDOM -> isNamed() && RandomTextClassifier.isShortRandom(text);
      case SECRET_WORDS -> isNamed() && LiteralClassifier.isHumanChosenSecret(text);
      case NONE -> true;
    };
  }

  /** The marks and names of references are not evidence, so the rest must look generated, too. */
  private boolean isGenerated() {
    return RandomTextClassifier.isGenerated(text)
        && RandomTextClassifier.isGenerated(References.without(text));
  }

  private boolean isNamed() {
    return role != Role.NONE;
  }

  private boolean isPlaceholder() {
    return rule == null
        ? Placeholders.isPlaceholder(text) || PlaceholderSecrets.isPlaceholder(text)
        : Placeholders.isPlaceholderOfFormat(withoutMask(rule));
  }

  private boolean hasEntropy() {
    return rule == null
        || rule.minEntropy() == 0
        || RandomTextClassifier.entropy(withoutMask(rule)) >= rule.minEntropy();
  }

  private String withoutMask(Rule format) {
    return text.startsWith(format.mask()) ? text.substring(format.mask().length()) : text;
  }

  private boolean isBearer() {
    return role == Role.BEARER
        && text.length() >= SHORTEST_BEARER
        && text.indexOf(' ') < 0
        && LiteralClassifier.digits(text) > 0;
  }
}
