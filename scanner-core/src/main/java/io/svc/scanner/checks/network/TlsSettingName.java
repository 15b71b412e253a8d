package io.svc.scanner.checks.network;

import io.svc.rules.WordListParser;
import io.svc.scanner.redact.FieldName;
import java.util.List;
import java.util.Set;

/**
 * Interprets the words of a setting's name about the verification of TLS certificates, so that
 * {@code JIRA_SSL_VERIFY}, {@code --insecure-skip-tls-verify} and {@code rejectUnauthorized} are
 * recognized without a list of names.
 */
final class TlsSettingName {
  private static final Set<String> CERTIFICATES =
      Set.of("cert", "certs", "certificate", "certificates", "hostname");
  private static final Set<String> TRANSPORTS =
      WordListParser.set(
          """
          ssl tls https x509 sslverify verifyssl tlsverify pythonhttpsverify""");
  private static final Set<String> CHECKS =
      WordListParser.set(
          """
          verify verification validate validation strict unauthorized verifypeer verifyhost
          sslverify verifyssl tlsverify pythonhttpsverify""");
  private static final Set<String> NEGATIONS =
      Set.of("no", "not", "skip", "disable", "disabled", "ignore", "bypass", "without");

  /** Words for disabled protection. */
  private static final Set<String> HOLES =
      Set.of("insecure", "unsafe", "unsafely", "invalid", "untrusted", "selfsigned");

  private static final Set<String> LEAVES = Set.of("allow", "accept", "trust", "ignore");

  /** Words that negate the meaning of such a word, because they stop the connection. */
  private static final Set<String> PRECAUTIONS =
      Set.of("reject", "deny", "block", "fail", "forbid", "prevent", "warn");

  /** Words for unencrypted or local connections, which are not about verification. */
  private static final Set<String> OTHER_MATTERS = Set.of("http", "otel", "localhost", "no");

  /** Other words that such a name may end with. A name with another ending is not a switch. */
  private static final Set<String> LAST_WORDS =
      WordListParser.set(
          """
          error errors enabled disabled mode check checks host peer signed""");

  private final List<String> words;
  private final boolean isAbout;
  private final boolean isAboutCertificate;

  private TlsSettingName(List<String> words) {
    this.words = words;
    this.isAboutCertificate = hasAny(CERTIFICATES);
    this.isAbout = isAboutCertificate || hasAny(TRANSPORTS);
  }

  static TlsSettingName of(String name) {
    return new TlsSettingName(FieldName.of(name).words());
  }

  /** Returns whether a setting that is on disables verification: {@code TLS_SKIP_VERIFY}. */
  boolean meanUnchecked() {
    if (!endsAsSetting()) {
      return false;
    }
    boolean isErrors = has("errors") || has("error");
    boolean isNegatedCheck =
        hasAny(NEGATIONS) && ((isAbout && (isCheck() || isErrors)) || isRejection());
    boolean isTrusting = has("trust") && has("server") && isAboutCertificate;
    return isNegatedCheck || isTrusting || (isInsecure() && namesInsecureTls());
  }

  /** Returns whether a setting that is off disables verification: {@code SSL_VERIFY}. */
  boolean meanChecked() {
    return endsAsSetting()
        && !hasAny(NEGATIONS)
        && !isInsecure()
        && ((isAbout && isCheck()) || isRejection());
  }

  private boolean isCheck() {
    return hasAny(CHECKS) || (isAboutCertificate && (has("check") || has("checks")));
  }

  private boolean isRejection() {
    return has("reject") && has("unauthorized");
  }

  private boolean isInsecure() {
    boolean isSelfSigned = has("signed") && hasAny(LEAVES);
    return (isSelfSigned || hasAny(HOLES)) && !hasAny(PRECAUTIONS);
  }

  /**
   * Returns whether the name contains {@code insecure} alone, with TLS, or with a skipped check.
   */
  private boolean namesInsecureTls() {
    if (isAbout) {
      return !has("no") && !has("localhost");
    }
    boolean endsWithInsecure = words.get(words.size() - 1).equals("insecure");
    boolean isSkipping = has("insecure") && has("skip") && has("verify");
    return (endsWithInsecure || isSkipping) && !hasAny(OTHER_MATTERS);
  }

  private boolean endsAsSetting() {
    if (words.isEmpty()) {
      return false;
    }
    String last = words.get(words.size() - 1);
    return TRANSPORTS.contains(last)
        || CERTIFICATES.contains(last)
        || CHECKS.contains(last)
        || HOLES.contains(last)
        || LAST_WORDS.contains(last);
  }

  private boolean has(String word) {
    return words.contains(word);
  }

  private boolean hasAny(Set<String> set) {
    for (String word : words) {
      if (set.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
