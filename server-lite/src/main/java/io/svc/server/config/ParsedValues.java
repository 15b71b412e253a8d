package io.svc.server.config;

import io.svc.server.config.ServerConfig.BootstrapAdmin;
import io.svc.server.config.ServerConfig.Database;
import io.svc.server.config.ServerConfig.Listen;
import io.svc.server.config.ServerConfig.Log;
import io.svc.server.config.ServerConfig.Proxy;
import io.svc.server.config.ServerConfig.SessionLimits;
import io.svc.server.config.ServerConfig.SingleSignOn;
import io.svc.server.config.ServerConfig.Vault;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parsed values of all settings; converts them to the configuration and checks dependencies.
 */
final class ParsedValues {
  private final Map<ConfigKey<?>, Object> values;

  ParsedValues(Map<ConfigKey<?>, Object> values) {
    this.values = Map.copyOf(values);
  }

  private <T> Optional<T> find(ConfigKey<T> key) {
    // The key's own type created the value.
    @SuppressWarnings("unchecked")
    T value = (T) values.get(key);
    return Optional.ofNullable(value);
  }

  private <T> T get(ConfigKey<T> key) {
    return find(key).orElseThrow();
  }

  /** Adds a problem for each setting that requires another, missing one. */
  void reportMissing(List<String> problems) {
    need(ConfigKeys.OIDC_ISSUER, ConfigKeys.OIDC_CLIENT_ID, problems);
    need(ConfigKeys.OIDC_CLIENT_ID, ConfigKeys.OIDC_ISSUER, problems);
    need(ConfigKeys.OIDC_CLIENT_SECRET, ConfigKeys.OIDC_ISSUER, problems);
    need(ConfigKeys.VAULT_ADDR, ConfigKeys.VAULT_TOKEN, problems);
    need(ConfigKeys.VAULT_TOKEN, ConfigKeys.VAULT_ADDR, problems);
    need(ConfigKeys.VAULT_NAMESPACE, ConfigKeys.VAULT_ADDR, problems);
    need(ConfigKeys.BOOTSTRAP_ADMIN_EMAIL, ConfigKeys.BOOTSTRAP_ADMIN_PASSWORD, problems);
    need(ConfigKeys.BOOTSTRAP_ADMIN_PASSWORD, ConfigKeys.BOOTSTRAP_ADMIN_EMAIL, problems);
  }

  private void need(ConfigKey<?> key, ConfigKey<?> other, List<String> problems) {
    boolean isReported = problems.stream().anyMatch(p -> mentions(p, other));
    if (values.containsKey(key) && !values.containsKey(other) && !isReported) {
      problems.add(
          key.name() + " is set and " + other.name() + " is not; expected both or neither");
    }
  }

  /** A setting with an invalid value is not missing. */
  private static boolean mentions(String problem, ConfigKey<?> key) {
    return problem.startsWith(key.flag() + " ")
        || problem.startsWith(key.variable() + " ")
        || problem.startsWith(key.fileVariable() + " ")
        || problem.contains(": " + key.name() + " ");
  }

  ServerConfig toConfig() {
    return new ServerConfig(
        new Listen(
            get(ConfigKeys.HOST),
            get(ConfigKeys.PORT),
            Duration.ofSeconds(get(ConfigKeys.DRAIN_SECONDS)),
            Duration.ofSeconds(get(ConfigKeys.SLOW_CLIENT_SECONDS))),
        get(ConfigKeys.DATA_DIR),
        find(ConfigKeys.MASTER_KEY_FILE),
        new Database(find(ConfigKeys.DATABASE_URL), get(ConfigKeys.DATABASE_POOL_SIZE)),
        find(ConfigKeys.BASE_URL),
        get(ConfigKeys.REGISTRATION),
        get(ConfigKeys.RATELIMIT_PROFILE),
        get(ConfigKeys.EGRESS_ALLOW_PRIVATE),
        new Proxy(
            (long) get(ConfigKeys.PROXY_MAX_BODY_MIB) << 20,
            Duration.ofSeconds(get(ConfigKeys.PROXY_TIMEOUT_SECONDS))),
        get(ConfigKeys.TRUSTED_PROXIES),
        find(ConfigKeys.OIDC_ISSUER).map(this::singleSignOn),
        find(ConfigKeys.SMTP_URL),
        find(ConfigKeys.VAULT_ADDR).map(this::vault),
        find(ConfigKeys.METRICS_TOKEN),
        new SessionLimits(
            Duration.ofMinutes(get(ConfigKeys.SESSION_IDLE_MINUTES)),
            Duration.ofHours(get(ConfigKeys.SESSION_ABSOLUTE_HOURS))),
        new Log(get(ConfigKeys.LOG_LEVEL), get(ConfigKeys.LOG_FORMAT)),
        find(ConfigKeys.BOOTSTRAP_ADMIN_EMAIL)
            .map(email -> new BootstrapAdmin(email, get(ConfigKeys.BOOTSTRAP_ADMIN_PASSWORD))));
  }

  private Vault vault(URI address) {
    return new Vault(
        address,
        get(ConfigKeys.VAULT_TOKEN),
        find(ConfigKeys.VAULT_NAMESPACE),
        get(ConfigKeys.VAULT_MOUNT),
        get(ConfigKeys.VAULT_PATH));
  }

  private SingleSignOn singleSignOn(URI issuer) {
    Map<String, String> roles = new LinkedHashMap<>();
    get(ConfigKeys.OIDC_ROLE_MAP)
        .forEach(role -> roles.putIfAbsent(role.getKey(), role.getValue()));
    return new SingleSignOn(
        issuer,
        get(ConfigKeys.OIDC_CLIENT_ID),
        find(ConfigKeys.OIDC_CLIENT_SECRET),
        scopes(),
        get(ConfigKeys.OIDC_ROLE_CLAIM),
        roles,
        get(ConfigKeys.OIDC_AUDIENCES));
  }

  /** Without openid the provider would return no ID token (OpenID Connect Core 1.0, 3.1.2.1). */
  private List<String> scopes() {
    Set<String> scopes = new LinkedHashSet<>(List.of("openid"));
    scopes.addAll(get(ConfigKeys.OIDC_SCOPES));
    return List.copyOf(scopes);
  }
}
