package io.svc.server.doctor;

import io.svc.server.accounts.Passwords;
import io.svc.server.config.RateLimitProfile;
import io.svc.server.config.RegistrationPolicy;
import io.svc.server.config.Secret;
import io.svc.server.config.ServerConfig;
import io.svc.server.logging.SafeText;
import io.svc.server.mail.MailSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks for settings that are permitted, but risky if others can reach the server. */
final class SettingsCheck {
  private static final String NAME = "settings";
  private static final int SHORTEST_SECRET = 16;
  private static final Set<String> LOOPBACK = Set.of("localhost", "::1", "0:0:0:0:0:0:0:1");

  private SettingsCheck() {}

  static List<Diagnosis> of(ServerConfig config, List<String> warnings) {
    List<Diagnosis> found = new ArrayList<>();
    warnings.forEach(warning -> found.add(Diagnosis.warning(NAME, warning)));
    if (!isLoopback(config.listen().host())) {
      checkReachable(config, found);
    }
    checkSecret("metrics_token", config.metricsToken(), found);
    config
        .singleSignOn()
        .ifPresent(sso -> checkSecret("oidc_client_secret", sso.clientSecret(), found));
    config.vault().ifPresent(v -> checkSecret("vault_token", Optional.of(v.token()), found));
    config.mail().ifPresent(mail -> checkMail(mail, found));
    config
        .bootstrapAdmin()
        .flatMap(
            admin ->
                new Passwords().problem(admin.password().reveal(), admin.email(), admin.email()))
        .ifPresent(
            problem -> found.add(Diagnosis.error(NAME, "bootstrap_admin_password: " + problem)));
    if (found.isEmpty()) {
      found.add(Diagnosis.ok(NAME, "no problems found"));
    }
    return found;
  }

  /** Returns whether only programs on this machine can reach it. */
  static boolean isLoopback(String host) {
    return LOOPBACK.contains(host) || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }

  private static void checkReachable(ServerConfig config, List<Diagnosis> found) {
    String location = "other machines can reach " + SafeText.of(config.listen().host());
    if (config.registration() == RegistrationPolicy.OPEN) {
      found.add(
          Diagnosis.warning(
              NAME,
              "registration is open, and "
                  + location
                  + "; set it to invite or first_only unless anyone may create a workspace"));
    }
    Optional<URI> base = config.baseUrl();
    if (base.isEmpty()) {
      found.add(
          Diagnosis.warning(
              NAME,
              "base_url is not set, and "
                  + location
                  + "; set it, or links in mails use an address that works only on this machine"));
    } else if (!"https".equals(base.get().getScheme())
        && !isLoopback(base.get().getHost().replaceAll("[\\[\\]]", ""))) {
      found.add(
          Diagnosis.warning(
              NAME,
              "base_url is "
                  + SafeText.quoted(base.get().toString())
                  + "; passwords and cookies are sent unencrypted; put a TLS proxy in front of"
                  + " it"));
    }
    if (config.metricsToken().isEmpty()) {
      found.add(
          Diagnosis.warning(
              NAME, "metrics_token is not set, and " + location + "; anyone can read /metrics"));
    }
    if (config.rateLimits() == RateLimitProfile.OFF) {
      found.add(
          Diagnosis.warning(
              NAME, "ratelimit_profile is off, and " + location + "; set it to default"));
    }
  }

  private static void checkSecret(String name, Optional<Secret> secret, List<Diagnosis> found) {
    if (secret.filter(s -> s.reveal().length() < SHORTEST_SECRET).isPresent()) {
      found.add(
          Diagnosis.warning(
              NAME,
              name
                  + " is shorter than "
                  + SHORTEST_SECRET
                  + " characters; use a random value, for example from openssl rand -base64 32"));
    }
  }

  private static void checkMail(Secret mail, List<Diagnosis> found) {
    try {
      MailSettings settings = MailSettings.parse(mail.reveal());
      boolean isOpen =
          settings.encryption() == MailSettings.Encryption.NONE && !isLoopback(settings.host());
      if (isOpen) {
        found.add(
            Diagnosis.warning(
                NAME,
                "smtp_url does not use encryption; mails with sign-in links can be read on the"
                    + " network path"));
      }
    } catch (IllegalArgumentException e) {
      found.add(Diagnosis.error(NAME, "smtp_url: " + e.getMessage()));
    }
  }
}
