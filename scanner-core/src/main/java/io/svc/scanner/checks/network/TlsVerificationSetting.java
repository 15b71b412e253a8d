package io.svc.scanner.checks.network;

import io.svc.rules.RecentResults;
import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.launch.LaunchSetting;
import io.svc.scanner.redact.References;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Recognizes settings that disable the verification of TLS certificates, by name and value. */
final class TlsVerificationSetting {
  /**
   * Parts of names. Every relevant name contains at least one. This cheap check excludes most
   * names.
   */
  private static final List<String> MARKS =
      WordListParser.list(
          """
          verif insecure cert ssl tls https unauthorized ca_bundle trusted""");

  /** Whether names contain a mark. */
  private static final RecentResults<String, Boolean> RECENT = new RecentResults<>(256);

  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_CLUSTER = 8;

  /** Variables and options that list hosts whose certificates are not verified. */
  private static final Set<String> HOST_LISTS =
      Set.of(
          "PIP_TRUSTED_HOST",
          "UV_INSECURE_HOST",
          "GOINSECURE",
          "--TRUSTED_HOST",
          "--ALLOW_INSECURE_HOST");

  /**
   * Variables for certificate authorities. Several versions of Python's requests did not verify
   * certificates with an empty value.
   */
  private static final Set<String> AUTHORITIES = Set.of("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE");

  /**
   * Variables {@code SKIP_VERIFY} of programs that use it for certificates, although the name does
   * not mention them.
   */
  private static final Set<String> SKIPPED =
      Set.of("VAULT_SKIP_VERIFY", "BAO_SKIP_VERIFY", "NOMAD_SKIP_VERIFY");

  private static final Set<String> ON =
      Set.of("1", "true", "yes", "on", "y", "t", "enable", "enabled");
  private static final Set<String> OFF =
      WordListParser.set(
          """
          0 false no off n f disable disabled none cert_none verify_none""");
  private static final int LONGEST_WORD = 20;

  private TlsVerificationSetting() {}

  /** Returns whether a setting disables verification. */
  static boolean isOff(LaunchSetting setting) {
    String name = setting.name();
    if (isShortOption(setting)) {
      return true;
    }
    if (name.length() > LONGEST_NAME || !isAboutTls(name)) {
      return false;
    }
    String upper = name.replace('-', '_').toUpperCase(Locale.ROOT);
    String plain = upper.startsWith("__") ? "--" + upper.substring(2) : upper;
    if (AUTHORITIES.contains(plain)) {
      return setting.isVariable() && setting.value().isBlank();
    }
    if (HOST_LISTS.contains(plain)) {
      return isRemoteHost(setting.value());
    }
    if (SKIPPED.contains(plain)) {
      return isOn(setting);
    }
    if (setting.isMember() && name.equals("verify")) {
      return isOff(setting.value());
    }
    TlsSettingName words = TlsSettingName.of(name);
    return (words.meanUnchecked() && isOn(setting))
        || (words.meanChecked() && isOff(setting.value()));
  }

  /** Returns whether a setting is {@code curl -k}, also as one of several combined letters. */
  private static boolean isShortOption(LaunchSetting setting) {
    String name = setting.name();
    return setting.isOption()
        && setting.program().equals("curl")
        && !name.startsWith("--")
        && name.length() < LONGEST_CLUSTER
        && name.indexOf('k') > 0;
  }

  /**
   * Returns whether a switch is on. A variable needs a value that means on. An option is on unless
   * its value means off, or is a reference in the same word.
   */
  private static boolean isOn(LaunchSetting setting) {
    String value = setting.value();
    if (!setting.isOption()) {
      return value.length() < LONGEST_WORD && ON.contains(value.strip().toLowerCase(Locale.ROOT));
    }
    boolean isInline = setting.origin() == setting.nameOrigin() && !value.isEmpty();
    return !isOff(value) && !(isInline && References.occurIn(value));
  }

  private static boolean isOff(String value) {
    return value.length() < LONGEST_WORD && OFF.contains(value.strip().toLowerCase(Locale.ROOT));
  }

  private static boolean isRemoteHost(String value) {
    UrlHost host = UrlHost.ofAddress(value);
    return !host.isEmpty() && !host.isLoopback() && !host.isReference();
  }

  private static boolean isAboutTls(String name) {
    Boolean known = RECENT.get(name);
    if (known == null) {
      known = hasMark(name.toLowerCase(Locale.ROOT));
      RECENT.put(name, known);
    }
    return known;
  }

  private static boolean hasMark(String lower) {
    for (String mark : MARKS) {
      if (lower.contains(mark)) {
        return true;
      }
    }
    return false;
  }
}
