package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.svc.rules.CredentialOptions.Form;
import io.svc.rules.definition.Definition;
import io.svc.rules.definition.DefinitionReader;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.ReadOutcome.Parsed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolArgumentsTest {
  private static final String TABLE = "rules/src/main/rules/tools/credential-options.yaml";
  private static final String SECRET = "vK7#mQ2xLw9z";
  private static final String KEY = "q8Zt3LmW0vRk5YxB2nHd7JcF4sGp9TaE";

  /** Values that are no credentials in any argument. */
  private static final List<String> HARMLESS =
      List.of(
          "$SECRET",
          "'${SECRET}'",
          "\"$(cat /run/secrets/crm)\"",
          "$(cat /run/secrets/crm)",
          "`pass`",
          "'%SECRET%'",
          "'<password>'",
          "your-password",
          "op://dev/crm/password",
          "''");

  private static final Set<Form> FORMS = EnumSet.complementOf(EnumSet.of(Form.VALUE));

  private record Row(String tool, Form form, String option) {
    private String secret() {
      return form == Form.KEY ? KEY : SECRET;
    }

    /** A command line with a value in place of the credential. */
    private String line(String value) {
      boolean isOption = !option.equals("argument") && !option.equals("standard-input");
      String separate = isOption ? tool + " " + option : tool;
      return switch (form) {
        case PASSWORD, KEY -> separate + " " + value;
        case ATTACHED_PASSWORD -> separate + value;
        case LOGIN -> separate + " crm:" + value;
        case LOGIN_PERCENT -> separate + " crm%" + value;
        case LOGIN_COMMA -> separate + " crm," + value;
        case LOGIN_SLASH -> separate + " crm/" + value + "@db";
        case PASS_SOURCE -> separate + " pass:" + value;
        case ASSIGNMENTS -> separate + " region=eu,password=" + value;
        case NAME_VALUE -> separate + " crm.password " + value;
        case LAST_PASSWORD -> separate + " crm ana " + value;
        case PIPED_PASSWORD -> "echo " + value + " | " + separate + " ana";
        case PIPED_LOGIN -> "echo 'crm:'" + value + " | " + separate;
        case VALUE -> throw new IllegalArgumentException(option);
      };
    }
  }

  @TestFactory
  Stream<DynamicTest> each_row_finds_its_credential() throws IOException {
    return rows().map(row -> dynamicTest(row.line("…"), () -> assertFound(row)));
  }

  private static void assertFound(Row row) {
    String secret = row.secret();

    assertThat(foundInScript(row.line(secret))).as("in a script").containsExactly(secret);
    assertThat(foundInWords(row.line(secret))).as("in words").containsExactly(secret);
    assertThat(foundInScript("cd /srv && sudo " + row.line(secret) + " > log; date"))
        .as("in a longer script")
        .containsExactly(secret);
    if (row.option.startsWith("--") && row.form != Form.PIPED_PASSWORD) {
      assertThat(foundInScript(row.line(secret).replace(row.option + " ", row.option + "=")))
          .as("after an equals sign")
          .containsExactly(secret);
    }
  }

  @TestFactory
  Stream<DynamicTest> each_row_has_near_misses() throws IOException {
    return rows().map(row -> dynamicTest(row.line("…"), () -> assertHarmless(row)));
  }

  private static void assertHarmless(Row row) {
    for (String value : HARMLESS) {
      assertThat(foundInScript(row.line(value))).as(row.line(value)).isEmpty();
    }
    String tool = row.tool.substring(row.tool.lastIndexOf(' ') + 1);
    String other = row.line(SECRET.substring(0, 8)).replace(tool, "frobnicate");
    FieldName name = FieldName.of(row.option);
    boolean isTelling = name.isSecret() || name.isPassword();
    if (row.form != Form.ASSIGNMENTS && row.form != Form.NAME_VALUE && !isTelling) {
      assertThat(foundInScript(other)).as(other).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "curl -sSu deploy:§ https://crm.acme.test/api",
        "curl -udeploy:§ https://crm.acme.test/api",
        "curl --user=deploy:§ https://crm.acme.test/api",
        "curl -u ana@acme.test:'§' https://crm.acme.test/api",
        "curl -X POST -d 'grant_type=password&username=ana&password=§&scope=all' https://x.test",
        "curl --data-urlencode 'password=§' https://crm.acme.test/login",
        "TOKEN=$(curl -s -u crm:§ https://crm.acme.test/token)",
        "docker exec -i crm-db mysql -uroot -p§ crm",
        "docker exec -it mysql mysql -uroot -p'§'",
        "docker compose exec -T db mongosh -u root -p § crm",
        "kubectl exec deploy/cache -- redis-cli -a § ping",
        "docker run --rm curlimages/curl -u crm:§ https://crm.acme.test",
        "docker --context prod login -u crm -p § registry.acme.test",
        "if true; then redis-cli -a § ping; fi",
        "! redis-cli -h cache -a § ping",
        "sudo -u postgres timeout 30 redis-cli -a § ping",
        "xargs -n 1 redis-cli -a §",
        "sshpass -p § ssh -p 2222 ana@crm.acme.test uptime",
        "sshpass -p§ scp -P 2222 a ana@crm.acme.test:",
        "/usr/local/bin/mysql --host db -p§ crm",
        "echo start\nmysql -p§ crm",
        "mysql \\\n  -h db \\\n  -p§ crm",
        "htpasswd -nbB ana § > users",
        "htpasswd -cb users ana §",
        "ansible-playbook site.yml -e 'region=eu db_password=§ debug=false'",
        "helm install crm ./chart --set auth.enabled=true,auth.rootPassword=§,replicas=2",
        "openssl pkcs12 -export -in a.pem -passin env:IN -passout pass:§",
        "7z a -mhe=on -p§ backup.7z data",
        "zip -rP § backup.zip data",
        "psql -v app_password='§' -f init.sql",
        "npm config set //npm.acme.test/:_password=§",
        "echo 'ana:§' | sudo chpasswd",
        "printf '%s' '§' | docker login -u ana --password-stdin registry.acme.test",
        "curl --oauth2-bearer § https://crm.acme.test",
        "wget --user ana --http-password § https://crm.acme.test",
        "ssh -p 22 ana@crm.acme.test 'redis-cli -a § ping'",
        "find . -name x -exec curl -u crm:§ https://crm.acme.test ;",
        "for i in 1 2; do redis-cli -a § ping; done",
        "(cd /srv; redis-cli -a § ping)",
        "rclone config create crm webdav user ana pass §",
        "java -Dspring.datasource.password=§ -jar crm.jar",
        "java -Djavax.net.ssl.keyStorePassword=§ -jar crm.jar",
        "gpg --batch --passphrase § -d crm.gpg",
        "nats --user crm --password § pub x y",
        "mysql --password=§",
        "PGPASSWORD=§ psql -h db",
        "cmd /c redis-cli -a § ping"
      })
  void a_credential_is_found_in_the_notations_of_shells(String line) {
    assertThat(foundInScript(line.replace("§", SECRET))).containsExactly(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run -p 8080:80 -u 1000:1000 nginx",
        "docker run --rm -u \"$(id -u):$(id -g)\" --user $(id -u):$(id -g) crm",
        "docker run --name mysql -p 3306:3306 -d mysql:8",
        "docker run --name mongo -p 27017:27017 mongo:7",
        "docker compose -p crm-production up -d",
        "docker compose -p mysql exec db ls -p",
        "ssh -p 22 ana@crm.acme.test",
        "scp -P 2222 a ana@crm.acme.test:",
        "mkdir -p src/main/java-projects",
        "cp -a production-backup copy",
        "curl -u ana https://crm.acme.test/api",
        "curl -u \"$USER:$PASS\" https://crm.acme.test/api",
        "curl -u ${USER}:${PASS} https://crm.acme.test/api",
        "curl -u ana: https://crm.acme.test/api",
        "curl -u <user>:<password> https://crm.acme.test/api",
        "curl -u user:password https://crm.acme.test/api",
        "curl -E client.pem https://crm.acme.test/api",
        "curl -d 'grant_type=client_credentials&client_secret='$SECRET https://x.test",
        "curl -d @body.json https://crm.acme.test/api",
        "curl -o /dev/null -d 'page=2&token_type=bearer' https://crm.acme.test/api",
        "mysql -u root -p crm_production",
        "mysql -h db -P 3306 -p",
        "mysql -p$MYSQL_ROOT_PASSWORD crm",
        "mysql -p\"${MYSQL_ROOT_PASSWORD}\" crm",
        "mongosh -u root -p --authenticationDatabase admin",
        "mongosh --port 27017 production",
        "redis-cli -h cache -p 6379 ping",
        "redis-cli -a \"$REDIS_PASSWORD\" ping",
        "psql -p 5432 -U ana -v ON_ERROR_STOP=1 crm",
        "ldapsearch -x -W -D cn=admin,dc=acme,dc=test",
        "smbclient -U ana //files/share",
        "smbclient -U ana%$PASS //files/share",
        "htpasswd -c users ana-the-admin",
        "htpasswd -nbB ana \"$PASSWORD\" > users",
        "docker login -u ana --password-stdin registry.acme.test",
        "echo \"$TOKEN\" | docker login -u ana --password-stdin registry.acme.test",
        "echo production-ready | tee log",
        "echo production-ready && docker login -u ana --password-stdin",
        "cat token.txt | docker login --password-stdin",
        "npm config set registry https://npm.acme.test/",
        "npm config set //npm.acme.test/:_authToken=${NPM_TOKEN}",
        "npm config set //npm.acme.test/:_authToken '${NPM_TOKEN}'",
        "git config --global user.name Production-Bot",
        "git config --global credential.helper store",
        "aws configure set region eu-central-1",
        "aws configure set aws_secret_access_key \"$KEY\"",
        "az login --service-principal -u app -p $SECRET --tenant t",
        "az network nsg rule create -p production-rule",
        "vault login -method=oidc",
        "vault login \"$VAULT_TOKEN\"",
        "openssl rsa -in key.pem -passin env:KEY_PASSWORD",
        "openssl rsa -in key.pem -passin file:/run/secrets/key",
        "openssl x509 -in cert.pem -noout -subject",
        "openssl req -x509 -newkey rsa:4096 -keyout key.pem -out cert.pem -nodes",
        "openssl enc -aes-256-cbc -kfile production.key -in data",
        "openssl rsa -check -in key.pem",
        "keytool -list -keystore production.jks -storetype PKCS12",
        "mongosh --host db --port 27017 --norc production",
        "ldapsearch -x -H ldap://db -b dc=acme -s sub uid=ana-the-admin",
        "curl -sSfLo production.zip --retry 3 https://crm.acme.test/a.zip",
        "psql -h db -U ana -d production -c 'select 1'",
        "sqlcmd -S db -d production -E -Q 'select 1'",
        "helm upgrade --install crm ./chart -f production.yaml --set-file ca=production.pem",
        "kubectl create secret generic crm --from-file=password=production.txt",
        "terraform apply -var-file=production.tfvars -var region=eu-central-1",
        "aws configure set output production-json",
        "7z x -p backup.7z",
        "7z x -o/data/production backup.7z",
        "zip -r production-backup.zip data",
        "unzip -p backup.zip production.sql",
        "rabbitmqadmin -P 15672 list queues",
        "mosquitto_sub -p 1883 -t production/events",
        "ansible-playbook site.yml -e @vars.yml -e region=eu-central-1",
        "helm install crm ./chart --set image.tag=production-7,replicas=2",
        "docker run --name redis-cli -a stdout crm",
        "echo production-ready | sudo tee log",
        "curl --oauth2-bearer $TOKEN https://crm.acme.test",
        "ssh -p 22 ana@crm.acme.test 'redis-cli -a $SECRET ping'",
        "java -Dfile.encoding=UTF-8 -Dspring.profiles.active=production -jar crm.jar",
        "sqlplus /nolog",
        "sqlplus / as sysdba",
        "sqlplus ana@production",
        "sqlplus ana/$PASS@production",
        "java -cp lib/production.jar Main",
        "ssh-keygen -t ed25519 -N '' -f key",
        "gpg --passphrase-file pass.txt --passphrase-fd 0",
        "git log -p production-branch",
        "tar -p -xf production.tar",
        "npx -y crm-mcp@1.0.0 -p production-profile -u crm:production -a production",
        "node server.js -p 3000 -u crm:production"
      })
  void ordinary_options_references_and_prompts_are_not_found(String line) {
    assertThat(foundInScript(line)).as("in a script").isEmpty();
    assertThat(foundInWords(line)).as("in words").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bash(curl -u deploy:§ https://crm.acme.test/api)",
        "Bash(curl -u deploy:§:*)",
        "Bash(PGPASSWORD=§ psql -h db:*)",
        "Bash(docker exec crm-db mysql -uroot -p§ *)",
        "run_shell_command(redis-cli -a § ping)"
      })
  void a_credential_in_a_permission_is_found(String rule) {
    assertThat(foundInSettings("{\"permissions\": {\"allow\": [%s]}}", rule))
        .containsExactly(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bash(npm run test:*)",
        "Bash(docker run -p 8080:80 *)",
        "Bash(curl -u $USER:$PASS *)",
        "Bash(mysql -u root -p crm_production)",
        "Read(~/.ssh/**)",
        "WebFetch(domain:crm.acme.test)"
      })
  void an_ordinary_permission_is_not(String rule) {
    assertThat(foundInSettings("{\"permissions\": {\"allow\": [%s]}}", rule)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": %s}]}]}}",
        "{\"statusLine\": {\"type\": \"command\", \"command\": %s}}",
        "{\"apiKeyHelper\": %s}"
      })
  void a_credential_in_a_command_of_the_client_is_found(String settings) {
    assertThat(foundInSettings(settings, "curl -s -u crm:§ https://crm.acme.test/key"))
        .containsExactly(SECRET);
    assertThat(foundInSettings(settings, "bash -lc 'redis-cli -a § get key'"))
        .containsExactly(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-b ",
        "$(htpasswd -b ",
        "htpasswd -b ; ",
        "curl -d a=b,c=d&e=f ",
        "docker exec sudo ",
        "= ,= "
      })
  void many_words_are_read_in_seconds(String words) {
    String script = "htpasswd -nb " + words.repeat(50_000);

    assertTimeout(Duration.ofSeconds(20), () -> foundInScript(script));
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo 'TEXT' | docker login REST", "htpasswd REST 'TEXT'"})
  void a_long_word_that_several_options_denote_is_examined_once(String template) {
    String script =
        template
            .replace("TEXT", "a=b;".repeat(12_000))
            .replace(
                "REST",
                template.startsWith("echo")
                    ? "--password-stdin ".repeat(5_000)
                    : "-b a ".repeat(900));

    assertTimeout(Duration.ofSeconds(5), () -> foundInScript(script));
  }

  private static List<String> foundInSettings(String template, String text) {
    String json = template.formatted(quoted(text.replace("§", SECRET)));
    var outcome =
        ConfigReader.read(
            Path.of(".claude/settings.json"),
            json.getBytes(StandardCharsets.UTF_8),
            Optional.empty());
    return TestSecrets.find(((Parsed) outcome).config()).stream().map(FoundSecret::value).toList();
  }

  private static List<String> foundInScript(String line) {
    return found("\"sh\"", "-c", line);
  }

  private static List<String> foundInWords(String line) {
    List<String> words = Launch.split(line);
    return found(quoted(words.get(0)), words.subList(1, words.size()).toArray(String[]::new));
  }

  private static List<String> found(String command, String... arguments) {
    String list =
        Stream.of(arguments).map(ToolArgumentsTest::quoted).collect(Collectors.joining(", "));
    var config =
        TestSecrets.config(
            "{\"mcpServers\": {\"x\": {\"command\": %s, \"args\": [%s]}}}"
                .formatted(command, list));
    return TestSecrets.find(config).stream().map(FoundSecret::value).toList();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  private static Stream<Row> rows() throws IOException {
    Path file = Path.of(System.getProperty("project.root")).resolve(TABLE);
    Definition table = DefinitionReader.read(TABLE, Files.readString(file));
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<String, Definition> tool : table.mappingsByName("tools").entrySet()) {
      for (Form form : FORMS) {
        String key = form.name().toLowerCase(Locale.ROOT).replace('_', '-');
        for (String option : tool.getValue().texts(key)) {
          rows.add(new Row(tool.getKey(), form, option));
        }
      }
    }
    return rows.stream();
  }
}
