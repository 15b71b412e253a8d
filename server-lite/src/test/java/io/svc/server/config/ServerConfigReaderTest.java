package io.svc.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.svc.server.config.ServerConfig.BootstrapAdmin;
import io.svc.server.config.ServerConfig.Listen;
import io.svc.server.config.ServerConfig.SessionLimits;
import io.svc.server.logging.LogFormat;
import io.svc.server.logging.LogLevel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigReaderTest {
  private static final String CANARY = "canary-8f3a-Zq71-never-shown";

  @TempDir private Path directory;

  private EffectiveConfig read(Map<String, String> flags, Map<String, String> environment)
      throws InvalidConfigException {
    return new ServerConfigReader(environment, directory).read(flags);
  }

  private List<String> problems(Map<String, String> flags, Map<String, String> environment) {
    return catchThrowableOfType(
            InvalidConfigException.class,
            () -> new ServerConfigReader(environment, directory).read(flags))
        .problems();
  }

  private List<String> problemsOfFile(String text) {
    write("svc.yaml", text);
    return problems(Map.of(), Map.of());
  }

  private Path write(String name, String text) {
    try {
      Path file = Files.writeString(directory.resolve(name), text);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      return file;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void nothing_need_be_said() throws InvalidConfigException {
    ServerConfig config = read(Map.of(), Map.of()).config();

    assertThat(config.listen()).isEqualTo(new Listen("127.0.0.1", 8080));
    assertThat(config.dataDirectory()).isEqualTo(directory.resolve("svc-data"));
    assertThat(config.database().url()).isEmpty();
    assertThat(config.registration()).isEqualTo(RegistrationPolicy.OPEN);
    assertThat(config.rateLimits()).isEqualTo(RateLimitProfile.DEFAULT);
    assertThat(config.sessions())
        .isEqualTo(new SessionLimits(Duration.ofMinutes(60), Duration.ofHours(12)));
    assertThat(config.log()).isEqualTo(new ServerConfig.Log(LogLevel.INFO, LogFormat.TEXT));
    assertThat(config.egressAllowPrivate()).isEmpty();
    assertThat(config.singleSignOn()).isEmpty();
    assertThat(config.bootstrapAdmin()).isEmpty();
  }

  @Test
  void an_option_beats_a_variable_that_beats_a_file_of_a_secret_that_beats_yaml_and_default()
      throws InvalidConfigException {
    Map<String, String> flags = new HashMap<>();
    Map<String, String> environment = new HashMap<>();
    List<String> tokens = new ArrayList<>();
    List<String> origins = new ArrayList<>();
    record Step(Runnable taken) {}
    write("token", "from-secret-file\n");
    write("svc.yaml", "# settings\nmetrics_token: from-yaml\n");
    environment.put("SVC_METRICS_TOKEN_FILE", "token");
    environment.put("SVC_METRICS_TOKEN", "from-variable");
    flags.put("--metrics-token", "from-flag");

    for (Step step :
        List.of(
            new Step(() -> {}),
            new Step(flags::clear),
            new Step(() -> environment.remove("SVC_METRICS_TOKEN")),
            new Step(environment::clear),
            new Step(() -> write("svc.yaml", "")))) {
      step.taken().run();
      EffectiveConfig effective = read(flags, environment);
      tokens.add(effective.config().metricsToken().map(Secret::reveal).orElse("none"));
      effective.values().stream()
          .filter(value -> value.key() == ConfigKeys.METRICS_TOKEN)
          .forEach(value -> origins.add(value.origin()));
    }

    assertThat(tokens)
        .containsExactly("from-flag", "from-variable", "from-secret-file", "from-yaml", "none");
    assertThat(origins)
        .containsExactly(
            "--metrics-token",
            "SVC_METRICS_TOKEN",
            "SVC_METRICS_TOKEN_FILE",
            "svc.yaml line 2",
            "default");
  }

  @Test
  void the_file_of_settings_is_the_one_that_option_or_variable_names() throws Exception {
    Files.createDirectory(directory.resolve("etc"));
    write("etc/one.yaml", "port: 1\ndata_dir: data\n");
    write("etc/two.yaml", "port: 2\n");
    write("svc.yaml", "port: 3\n");
    Map<String, String> variable = Map.of("SVC_CONFIG", "etc/two.yaml");

    ServerConfig named = read(Map.of("--config", "etc/one.yaml"), variable).config();

    assertThat(named.listen().port()).isEqualTo(1);
    assertThat(named.dataDirectory()).isEqualTo(directory.resolve("etc/data"));
    assertThat(read(Map.of(), variable).config().listen().port()).isEqualTo(2);
    assertThat(read(Map.of(), Map.of()).config().listen().port()).isEqualTo(3);
    assertThat(problems(Map.of("--config", "none.yaml"), Map.of()))
        .containsExactly("--config is \"none.yaml\"; expected a file that exists");
  }

  @Test
  void every_problem_is_reported_at_once_with_its_source() {
    write("svc.yaml", "log_level: loud\nhost: 127.0.0.1\n  \nprot: 1\n");

    assertThat(
            problems(
                Map.of("--port", "70000", "--registratoin", "open"),
                Map.of("SVC_SESSION_IDLE_MINUTES", "x\ny", "SVC_DATADIR", "/tmp")))
        .containsExactly(
            "--registratoin is not an option; did you mean --registration?",
            "SVC_DATADIR is not a variable of svc-server; did you mean SVC_DATA_DIR?",
            "svc.yaml line 4, column 1: \"prot\" is not a setting; did you mean port?",
            "--port is \"70000\"; expected a whole number from 0 to 65535",
            "SVC_SESSION_IDLE_MINUTES is \"x\\ny\"; expected a whole number from 1 to 10080",
            "svc.yaml line 1, column 1: log_level is \"loud\"; expected one of error, warning,"
                + " info, debug");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SVC_PROT | SVC_PROT is not a variable of svc-server; did you mean SVC_PORT?",
        "SVC_QUITE_ELSE | SVC_QUITE_ELSE is not a variable of svc-server",
        "SVC_PORT_FILE | SVC_PORT_FILE is not a variable of svc-server; only secrets are read from"
            + " files",
        "SVC_VAULT_TOKEN_FIEL | SVC_VAULT_TOKEN_FIEL is not a variable of svc-server; did you mean"
            + " SVC_VAULT_TOKEN_FILE?"
      })
  void a_variable_that_is_none_is_rejected(String name, String problem) {
    assertThat(problems(Map.of(), Map.of(name, CANARY))).containsExactly(problem);
  }

  @Test
  void variables_of_the_command_of_kubernetes_and_empty_ones_are_not_ours() throws Exception {
    Map<String, String> environment =
        Map.of(
            "SVC_PREFLIGHT_NO_CACHE", "1",
            "SVC_API_KEY", "x",
            "SVC_SERVER_SERVICE_HOST", "10.0.0.1",
            "SVC_SERVER_SERVICE_PORT_HTTP", "80",
            "SVC_SERVER_PORT", "tcp://10.0.0.1:80",
            "SVC_PORT", "tcp://10.0.0.1:80",
            "SVC_SERVER_PORT_80_TCP_ADDR", "10.0.0.1",
            "SVC_BASE_URL", "",
            "PATH", "/bin");

    assertThat(read(Map.of(), environment).config().listen().port()).isEqualTo(8080);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "port: 1\\nport: 2 | svc.yaml line 2, column 1: port is set twice, first in line 1",
        "port:\\n  a: 1 | svc.yaml line 1, column 1: port has keys below it; expected a value or a"
            + " list",
        "port: [1] | svc.yaml line 1, column 1: port is a list; expected a whole number from 0 to"
            + " 65535",
        "port: | svc.yaml line 1, column 1: port has no value; set one, or remove the line",
        "trusted_proxies: [&a 10.0.0.1, *a] | svc.yaml line 1, column 1: trusted_proxies is an"
            + " alias or has a tag; expected the value itself",
        "host: *x | svc.yaml line 1, column 1: host is an alias or has a tag; expected"
            + " the value itself",
        "port: !!str 1 | svc.yaml line 1, column 1: port is an alias or has a tag;"
            + " expected the value itself",
        "trusted_proxies: [[a]] | svc.yaml line 1, column 1: trusted_proxies is nested; expected"
            + " texts only",
        "- port | svc.yaml line 1, column 1: expected lines such as port: 8080",
        "port: 1\\n---\\nport: 2 | svc.yaml line 3, column 1: a second document begins; expected"
            + " one",
        "host: a\\n"
            + "\\tport: 1 | svc.yaml line 1, column 8: not valid YAML from here; check"
            + " indentation, quotes and tabs",
        "dataDir: x | svc.yaml line 1, column 1: \"dataDir\" is not a setting; did you mean"
            + " data_dir?",
        "egress_allow_private: [10.0.0.0/8, 10.0.0.1/8] | svc.yaml line 1, column 1:"
            + " egress_allow_private is \"10.0.0.1/8\"; expected blocks of addresses such as"
            + " 10.0.0.0/8 or fd00::/8, with no bits set after the prefix"
      })
  void a_file_that_is_wrong_is_rejected_with_line_and_column(String text, String problem) {
    assertThat(problemsOfFile(text.replace("\\n", "\n").replace("\\t", "\t")))
        .containsExactly(problem);
  }

  @Test
  void a_file_may_be_empty_or_comments_only() throws Exception {
    for (String text : List.of("", "# nothing\n", "---\n", "\uFEFFport: 8080\n")) {
      write("svc.yaml", text);

      assertThat(read(Map.of(), Map.of()).config().listen().port()).as(text).isEqualTo(8080);
    }
  }

  @Test
  void a_file_that_is_no_text_is_rejected() throws IOException {
    Files.write(directory.resolve("svc.yaml"), new byte[] {'a', (byte) 0xC3, '('});

    assertThat(problems(Map.of(), Map.of()))
        .containsExactly("svc.yaml is not UTF-8; expected a text");
  }

  @Test
  void lists_are_lists_in_yaml_and_separated_by_commas_elsewhere() throws Exception {
    write(
        "svc.yaml",
        """
        trusted_proxies:
          - 10.0.0.0/8
          - "::1"
        oidc_issuer: https://id.example.com/realms/a
        oidc_client_id: svc
        oidc_role_map: ["CN=Security,OU=Groups=role_admin"]
        oidc_scopes: [email]
        """);

    ServerConfig config =
        read(Map.of(), Map.of("SVC_EGRESS_ALLOW_PRIVATE", "192.168.0.0/16, fd00::/8")).config();

    assertThat(config.trustedProxies())
        .extracting(Cidr::toString)
        .containsExactly("10.0.0.0/8", "::1");
    assertThat(config.egressAllowPrivate())
        .extracting(Cidr::toString)
        .containsExactly("192.168.0.0/16", "fd00::/8");
    var signOn = config.singleSignOn().orElseThrow();
    assertThat(signOn.roles()).containsExactly(Map.entry("CN=Security,OU=Groups", "role_admin"));
    assertThat(signOn.scopes()).containsExactly("openid", "email");
    assertThat(signOn.clientSecret()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "::1, ::1, http://[::1]:9",
    "[::1], ::1, http://[::1]:9",
    "0.0.0.0, 0.0.0.0, http://0.0.0.0:9"
  })
  void a_host_may_be_an_ipv6_address_with_or_without_brackets(String text, String host, URI url)
      throws Exception {
    Listen listen = read(Map.of("--host", text), Map.of()).config().listen();

    assertThat(listen.host()).isEqualTo(host);
    assertThat(listen.url(9)).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--host=a b",
        "--host=[localhost]",
        "--base-url=https://svc.example.com/path",
        "--base-url=https://u:p@svc.example.com",
        "--base-url=ftp://svc.example.com",
        "--oidc-issuer=http://id.example.com",
        "--oidc-role-map=team=admin",
        "--registration=anyone",
        "--port=0x10",
        "--port=-1",
        "--database-url=jdbc:mysql://db/x",
        "--smtp-url=http://mail",
        "--trusted-proxies=example.com"
      })
  void an_invalid_value_is_rejected(String flag) {
    String name = flag.substring(0, flag.indexOf('='));

    assertThat(problems(Map.of(name, flag.substring(flag.indexOf('=') + 1)), Map.of()))
        .anySatisfy(problem -> assertThat(problem).startsWith(name + " ").contains("; expected "));
  }

  @Test
  void a_setting_that_requires_another_reports_it() {
    assertThat(
            problems(
                Map.of("--vault-addr", "http://vault:8200", "--oidc-client-id", "svc"),
                Map.of("SVC_BOOTSTRAP_ADMIN_EMAIL", "dana@example.com")))
        .containsExactly(
            "oidc_client_id is set and oidc_issuer is not; expected both or neither",
            "vault_addr is set and vault_token is not; expected both or neither",
            "bootstrap_admin_email is set and bootstrap_admin_password is not; expected both or"
                + " neither");
  }

  @Test
  void where_secrets_lie_in_the_vault_is_stated_with_its_address() throws Exception {
    Map<String, String> vault =
        Map.of(
            "SVC_VAULT_ADDR",
            "http://10.0.0.7:8200",
            "SVC_VAULT_TOKEN",
            "hvs.x",
            "SVC_VAULT_NAMESPACE",
            "admin/team/",
            "SVC_VAULT_MOUNT",
            "team/kv",
            "SVC_VAULT_PATH",
            "a/{org_id}/b/{domain}/key");
    var read = read(Map.of(), vault).config().vault().orElseThrow();
    assertThat(read.namespace()).contains("admin/team/");
    assertThat(read.mount()).isEqualTo("team/kv");
    assertThat(read.path()).isEqualTo("a/{org_id}/b/{domain}/key");
    var usual =
        read(Map.of("--vault-addr", "https://v.example", "--vault-token", "x"), Map.of())
            .config()
            .vault()
            .orElseThrow();
    assertThat(usual.mount() + " " + usual.path()).isEqualTo("secret svc/{org_id}/{domain}");

    assertThat(problems(Map.of("--vault-namespace", "admin"), Map.of()))
        .containsExactly("vault_namespace is set and vault_addr is not; expected both or neither");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--vault-path=svc/{domain}",
        "--vault-path=svc/{org_id}",
        "--vault-path=svc/{domain}/{org_id}",
        "--vault-path=svc/x{org_id}/{domain}",
        "--vault-path=svc/{org_id}/{org_id}/{domain}",
        "--vault-path=svc/{org_id}/../{domain}",
        "--vault-path=/svc/{org_id}/{domain}",
        "--vault-path=svc/{org_id}/{domain}?version=1",
        "--vault-mount=../sys",
        "--vault-mount=secret/",
        "--vault-mount=a%2fb",
        "--vault-namespace=a b",
        "--vault-token=two words"
      })
  void a_place_in_the_vault_that_could_be_read_in_two_ways_is_rejected(String flag) {
    String name = flag.substring(0, flag.indexOf('='));

    assertThat(problems(Map.of(name, flag.substring(flag.indexOf('=') + 1)), Map.of()))
        .anySatisfy(problem -> assertThat(problem).startsWith(name + " ").contains("; expected "));
  }

  @Test
  void the_file_of_a_secret_loses_one_newline_only() throws Exception {
    write("password", "  with blanks \r\n");
    Map<String, String> environment =
        Map.of(
            "SVC_BOOTSTRAP_ADMIN_EMAIL",
            "dana@example.com",
            "SVC_BOOTSTRAP_ADMIN_PASSWORD_FILE",
            "password");

    BootstrapAdmin admin = read(Map.of(), environment).config().bootstrapAdmin().orElseThrow();

    assertThat(admin.password().reveal()).isEqualTo("  with blanks ");
  }

  @Test
  void a_file_of_a_secret_that_cannot_be_one_is_rejected() {
    write("empty", "\n");
    Map<String, String> missing = Map.of("SVC_METRICS_TOKEN_FILE", "none");

    assertThat(problems(Map.of(), missing))
        .containsExactly(
            "SVC_METRICS_TOKEN_FILE names \"none\", which cannot be read; expected a file that the"
                + " server may read");
    assertThat(problems(Map.of(), Map.of("SVC_METRICS_TOKEN_FILE", "empty")))
        .containsExactly(
            "SVC_METRICS_TOKEN_FILE names \"empty\", which is empty; expected a file with a"
                + " secret");
  }

  @Test
  void no_message_has_a_secret_in_it() {
    write("secret", CANARY + "\nsecond line");
    write("svc.yaml", "smtp_url: " + CANARY + "\nvault_tokn: " + CANARY + "\n");

    List<String> problems =
        problems(
            Map.of("--database-url", CANARY, "--base-url", "https://u:" + CANARY + "@h"),
            Map.of("SVC_OIDC_CLIENT_SECRET_FILE", "secret", "SVC_VAULT_TOKENN", CANARY));

    assertThat(problems).hasSize(6).noneMatch(problem -> problem.contains(CANARY));
    assertThatThrownBy(() -> read(Map.of("--database-url", CANARY), Map.of()))
        .hasMessageNotContaining(CANARY);
  }

  @Test
  void an_invalid_yaml_text_is_not_quoted() {
    assertThat(problemsOfFile("vault_token: \"" + CANARY + "\nport: 1\n"))
        .hasSize(1)
        .noneMatch(problem -> problem.contains(CANARY));
  }

  @Test
  void settings_print_as_yaml_with_origin_and_without_secrets() throws Exception {
    write("svc.yaml", "registration: invite\nvault_token: " + CANARY + "\n");

    String printed =
        read(
                Map.of("--port", "9000", "--trusted-proxies", "10.0.0.0/8,::1"),
                Map.of("SVC_VAULT_ADDR", "https://vault.example.com"))
            .toYaml();

    assertThat(printed)
        .contains(
            "host: \"127.0.0.1\"  # default\n",
            "port: 9000  # --port\n",
            "trusted_proxies: [\"10.0.0.0/8\", \"::1\"]  # --trusted-proxies\n",
            "vault_addr: \"https://vault.example.com\"  # SVC_VAULT_ADDR\n",
            "vault_token: \"***\"  # svc.yaml line 2\n",
            "registration: \"invite\"  # svc.yaml line 1\n",
            "# base_url: not set\n")
        .doesNotContain(CANARY);
    assertThat(printed.lines()).hasSize(ConfigKeys.all().size());
  }

  @Test
  void what_is_printed_can_be_read_again() throws Exception {
    Map<String, String> flags = Map.of("--port", "9000", "--egress-allow-private", "10.0.0.0/8");
    EffectiveConfig first = read(flags, Map.of());
    write("svc.yaml", first.toYaml());

    assertThat(read(Map.of(), Map.of()).config()).isEqualTo(first.config());
  }

  @Test
  void settings_show_no_secret_as_text() throws Exception {
    Map<String, String> flags = new HashMap<>();
    flags.put("--oidc-issuer", "http://127.0.0.1:3000");
    flags.put("--oidc-client-id", "svc");
    flags.put("--oidc-client-secret", CANARY);
    flags.put("--database-url", "jdbc:postgresql://db/svc?password=" + CANARY);
    flags.put("--smtp-url", "smtp://u:" + CANARY + "@mail");

    EffectiveConfig effective = read(flags, Map.of());

    assertThat(effective.config().toString()).doesNotContain(CANARY);
    assertThat(effective.toString()).doesNotContain(CANARY);
  }

  @Test
  void a_file_with_secrets_that_others_can_read_is_warned_of() throws Exception {
    Path file = write("svc.yaml", "vault_addr: https://vault\nvault_token: x\n");
    assertThat(read(Map.of(), Map.of()).warnings()).isEmpty();

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    assertThat(read(Map.of(), Map.of()).warnings())
        .containsExactly(
            "svc.yaml contains secrets and other users can read it; run chmod 600 on it, or use"
                + " SVC_*_FILE variables");
  }

  @Test
  void a_secret_on_the_command_line_is_warned_of() throws Exception {
    assertThat(read(Map.of("--metrics-token", CANARY), Map.of()).warnings())
        .containsExactly(
            "--metrics-token is visible in the process list; use SVC_METRICS_TOKEN_FILE or"
                + " svc.yaml");
  }
}
