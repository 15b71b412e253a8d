package io.svc.server.redaction;

import io.svc.scanner.redact.SecretFormatMatcher;
import io.svc.scanner.redact.SecretMatch;
import java.util.List;

/** Keys in vendors' formats, from the rules of the scanner. */
final class VendorSecrets implements Recognizer {
  private static final List<String> PRIVATE_KEYS =
      List.of("private-key-", "-private-key", "wallet-seed-phrase", "stellar-secret-seed");

  private static final List<String> PASSWORDS = List.of("-password");

  private final SecretFormatMatcher formats;

  VendorSecrets(SecretFormatMatcher formats) {
    this.formats = formats;
  }

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    String name = String.join("_", passage.name().words());
    for (SecretMatch match : formats.find(passage.text(), name, SecretFormatMatcher.Context.NONE)) {
      matches.add(type(match.rule().id()), match.start(), match.end(), score(match));
    }
  }

  private static double score(SecretMatch match) {
    if (match.isVerified()) {
      return 1;
    }
    double score = match.rule().keywords().isEmpty() ? 0.7 : 0.9;
    return match.isDoubted() ? score - 0.25 : score;
  }

  private static EntityType type(String ruleId) {
    if (ruleId.endsWith("jwt")) {
      return EntityType.JWT;
    }
    if (PRIVATE_KEYS.stream().anyMatch(ruleId::contains)) {
      return EntityType.PRIVATE_KEY;
    }
    boolean isPassword = PASSWORDS.stream().anyMatch(ruleId::endsWith);
    return isPassword ? EntityType.PASSWORD : EntityType.API_KEY;
  }
}
