package io.svc.server.config;

import io.svc.server.logging.LogFormat;
import io.svc.server.logging.LogLevel;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The table of all settings. A new setting requires an entry here and a component of {@link
 * ServerConfig}; options, variables, {@code svc.yaml}, {@code --print-config}, help and
 * docs/operating.md are derived.
 */
public final class ConfigKeys {
  /** The prefix of all variables. */
  static final String PREFIX = "SVC_";

  /** The suffix of variables with the path of a file that contains a secret. */
  static final String FILE = "_FILE";

  /** The option for the configuration file; it cannot be in the file itself. */
  public static final String CONFIG_FLAG = "--config";

  /** The variable for the configuration file. */
  public static final String CONFIG_VARIABLE = "SVC_CONFIG";

  static final ConfigKey<String> HOST =
      ConfigKey.of(
          "host",
          "127.0.0.1",
          ValueTypes.host(),
          "Name or address to listen on; 0.0.0.0 or :: for all interfaces.");
  static final ConfigKey<Integer> PORT =
      ConfigKey.of(
          "port", "8080", ValueTypes.number(0, 65_535), "Port to listen on; 0 for a free port.");
  static final ConfigKey<Integer> DRAIN_SECONDS =
      ConfigKey.of(
          "drain_seconds",
          "0",
          ValueTypes.number(0, 300),
          "Seconds that the server continues to serve requests after a stop signal while /readyz"
              + " reports that it is not ready, so that load balancers remove it.");
  static final ConfigKey<Integer> SLOW_CLIENT_SECONDS =
      ConfigKey.of(
          "slow_client_seconds",
          "25",
          ValueTypes.number(1, 30),
          "Seconds after which the connection of an idle or slow client is closed.");
  static final ConfigKey<URI> BASE_URL =
      ConfigKey.of(
          "base_url",
          "",
          ValueTypes.origin(),
          "Address that browsers use to reach the server; used in links in mails, and the only"
              + " accepted Host header if set.");
  static final ConfigKey<List<Cidr>> TRUSTED_PROXIES =
      ConfigKey.of(
          "trusted_proxies",
          "",
          ValueTypes.blocks(),
          "Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted.");

  static final ConfigKey<Path> DATA_DIR =
      ConfigKey.of(
          "data_dir",
          "svc-data",
          ValueTypes.path(),
          "Directory of the database, the master key and the backups.");
  static final ConfigKey<Path> MASTER_KEY_FILE =
      ConfigKey.of(
          "master_key_file",
          "",
          ValueTypes.path(),
          "File of the 32 bytes that encrypt stored credentials. If not set, master.key in the"
              + " data directory, created at the first start.");
  static final ConfigKey<Secret> DATABASE_URL =
      ConfigKey.secret(
          "database_url",
          ValueTypes.secretWith("jdbc:postgresql:"),
          "PostgreSQL database to use instead of the SQLite file in the data directory.");
  static final ConfigKey<Integer> DATABASE_POOL_SIZE =
      ConfigKey.of(
          "database_pool_size",
          "10",
          ValueTypes.number(1, 200),
          "Maximum number of connections to PostgreSQL.");

  static final ConfigKey<RegistrationPolicy> REGISTRATION =
      ConfigKey.of(
          "registration",
          "open",
          ValueTypes.choice(RegistrationPolicy.class),
          "Who may register a workspace.");
  static final ConfigKey<String> BOOTSTRAP_ADMIN_EMAIL =
      ConfigKey.of(
          "bootstrap_admin_email",
          "",
          ValueTypes.mailbox(),
          "Login of an administrator to create at start, unless that login exists.");
  static final ConfigKey<Secret> BOOTSTRAP_ADMIN_PASSWORD =
      ConfigKey.secret(
          "bootstrap_admin_password", ValueTypes.secret(), "Password of that administrator.");
  static final ConfigKey<Integer> SESSION_IDLE_MINUTES =
      ConfigKey.of(
          "session_idle_minutes",
          "60",
          ValueTypes.number(1, 10_080),
          "Minutes without a request after which a session ends.");
  static final ConfigKey<Integer> SESSION_ABSOLUTE_HOURS =
      ConfigKey.of(
          "session_absolute_hours",
          "12",
          ValueTypes.number(1, 720),
          "Hours after login after which a session ends.");
  static final ConfigKey<RateLimitProfile> RATELIMIT_PROFILE =
      ConfigKey.of(
          "ratelimit_profile",
          "default",
          ValueTypes.choice(RateLimitProfile.class),
          "Rate limits for callers.");

  static final ConfigKey<URI> OIDC_ISSUER =
      ConfigKey.of(
          "oidc_issuer", "", ValueTypes.issuer(), "OpenID Connect provider for single sign-on.");
  static final ConfigKey<String> OIDC_CLIENT_ID =
      ConfigKey.of("oidc_client_id", "", ValueTypes.text(), "Client id at the provider.");
  static final ConfigKey<Secret> OIDC_CLIENT_SECRET =
      ConfigKey.secret(
          "oidc_client_secret",
          ValueTypes.secret(),
          "Client secret at the provider; none for a public client.");
  static final ConfigKey<List<String>> OIDC_SCOPES =
      ConfigKey.of(
          "oidc_scopes",
          "openid,email,profile",
          ValueTypes.scopes(),
          "Scopes to request; openid is always included.");
  static final ConfigKey<String> OIDC_ROLE_CLAIM =
      ConfigKey.of(
          "oidc_role_claim",
          "groups",
          ValueTypes.text(),
          "Claim of the ID token that lists the groups of a user.");
  static final ConfigKey<List<Map.Entry<String, String>>> OIDC_ROLE_MAP =
      ConfigKey.of(
          "oidc_role_map",
          "",
          ValueTypes.roles(),
          "Role of each group, set at every single sign-on. The first entry that matches applies;"
              + " members of none of the groups become viewers. Without it, administrators assign"
              + " roles.");
  static final ConfigKey<List<String>> OIDC_AUDIENCES =
      ConfigKey.of(
          "oidc_audiences",
          "",
          ValueTypes.audiences(),
          "Audiences that an ID token may name in addition to the client id; a token with any other"
              + " audience is rejected.");

  static final ConfigKey<List<Cidr>> EGRESS_ALLOW_PRIVATE =
      ConfigKey.of(
          "egress_allow_private",
          "",
          ValueTypes.blocks(),
          "Private networks that the server may call; others are blocked.");
  static final ConfigKey<Integer> PROXY_MAX_BODY_MIB =
      ConfigKey.of(
          "proxy_max_body_mib",
          "10",
          ValueTypes.number(1, 10_240),
          "Maximum size of a request body through the outbound proxy, in MiB; responses have no"
              + " limit.");
  static final ConfigKey<Integer> PROXY_TIMEOUT_SECONDS =
      ConfigKey.of(
          "proxy_timeout_seconds",
          "60",
          ValueTypes.number(1, 600),
          "Idle timeout of the outbound proxy for upstream servers, in seconds.");
  static final ConfigKey<Secret> SMTP_URL =
      ConfigKey.secret(
          "smtp_url",
          ValueTypes.secretWith("smtp://", "smtps://"),
          "Mail server, such as smtps://user:password@mail.example.com?from=svc@example.com;"
              + " without it, no mail is sent.");
  static final ConfigKey<URI> VAULT_ADDR =
      ConfigKey.of(
          "vault_addr",
          "",
          ValueTypes.url(),
          "HashiCorp Vault or OpenBao to read credentials from.");
  static final ConfigKey<Secret> VAULT_TOKEN =
      ConfigKey.secret("vault_token", ValueTypes.headerSecret(), "Token for the vault.");
  static final ConfigKey<String> VAULT_NAMESPACE =
      ConfigKey.of(
          "vault_namespace", "", ValueTypes.vaultNamespace(), "Namespace to use in the vault.");
  static final ConfigKey<String> VAULT_MOUNT =
      ConfigKey.of(
          "vault_mount",
          "secret",
          ValueTypes.vaultMount(),
          "Mount path of the KV secrets engine, version 2, in the vault.");
  static final ConfigKey<String> VAULT_PATH =
      ConfigKey.of(
          "vault_path",
          "svc/{org_id}/{domain}",
          ValueTypes.vaultPath(),
          "Path of the credential for a domain in the vault; an organization can read only paths"
              + " below its own {org_id}.");
  static final ConfigKey<Secret> METRICS_TOKEN =
      ConfigKey.secret(
          "metrics_token",
          ValueTypes.secret(),
          "Bearer token that /metrics requires; without it, anyone can read /metrics.");

  static final ConfigKey<LogLevel> LOG_LEVEL =
      ConfigKey.of(
          "log_level", "info", ValueTypes.choice(LogLevel.class), "Lowest level that is logged.");
  static final ConfigKey<LogFormat> LOG_FORMAT =
      ConfigKey.of(
          "log_format", "text", ValueTypes.choice(LogFormat.class), "Format of log lines.");

  private static final List<ConfigKey<?>> ALL =
      List.of(
          HOST,
          PORT,
          DRAIN_SECONDS,
          SLOW_CLIENT_SECONDS,
          BASE_URL,
          TRUSTED_PROXIES,
          DATA_DIR,
          MASTER_KEY_FILE,
          DATABASE_URL,
          DATABASE_POOL_SIZE,
          REGISTRATION,
          BOOTSTRAP_ADMIN_EMAIL,
          BOOTSTRAP_ADMIN_PASSWORD,
          SESSION_IDLE_MINUTES,
          SESSION_ABSOLUTE_HOURS,
          RATELIMIT_PROFILE,
          OIDC_ISSUER,
          OIDC_CLIENT_ID,
          OIDC_CLIENT_SECRET,
          OIDC_SCOPES,
          OIDC_ROLE_CLAIM,
          OIDC_ROLE_MAP,
          OIDC_AUDIENCES,
          EGRESS_ALLOW_PRIVATE,
          PROXY_MAX_BODY_MIB,
          PROXY_TIMEOUT_SECONDS,
          SMTP_URL,
          VAULT_ADDR,
          VAULT_TOKEN,
          VAULT_NAMESPACE,
          VAULT_MOUNT,
          VAULT_PATH,
          METRICS_TOKEN,
          LOG_LEVEL,
          LOG_FORMAT);

  private ConfigKeys() {}

  /** All settings, in display order. */
  public static List<ConfigKey<?>> all() {
    return ALL;
  }
}
