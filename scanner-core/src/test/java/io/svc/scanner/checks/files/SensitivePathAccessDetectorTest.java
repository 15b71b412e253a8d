package io.svc.scanner.checks.files;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SensitivePathAccessDetectorTest {
  private final SensitivePathAccessDetector detector = new SensitivePathAccessDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "~/.ssh",
        "~/.ssh/",
        "~/.ssh/id_ed25519",
        "/home/me/.ssh/config",
        "/Users/me/.SSH",
        "C:\\Users\\me\\.ssh",
        "%USERPROFILE%\\.aws\\credentials",
        "${userHome}/.aws",
        "${env:HOME}/.aws",
        "$HOME/.kube/config",
        "~/.gnupg",
        "~/.azure",
        "~/.config/gcloud",
        "%APPDATA%\\Roaming\\gcloud",
        "~/.docker/config.json",
        "~/.docker",
        "~/.netrc",
        "~/.git-credentials",
        "~/.npmrc",
        "~/.pypirc",
        "~/.config/gh/hosts.yml",
        "~/.bash_history",
        "~/.local/share/fish/fish_history",
        "~/.password-store",
        "~/vault/passwords.kdbx",
        "~/Library/Keychains/login.keychain-db",
        "~/.local/share/keyrings",
        "~/.config/google-chrome/Default",
        "~/Library/Application Support/Google/Chrome/Default",
        "C:\\Users\\me\\AppData\\Local\\Google\\Chrome\\User Data",
        "C:\\Users\\me\\AppData\\Local\\Microsoft\\Edge\\User Data",
        "~/Library/Application Support/BraveSoftware/Brave-Browser",
        "~/.mozilla/firefox/x.default",
        "~/Library/Application Support/Firefox/Profiles",
        "~/Library/Safari",
        "~/.electrum/wallets",
        "~/.ethereum/keystore",
        "~/.config/solana/id.json",
        "~/.claude/.credentials.json",
        "~/.claude.json",
        "~/.cursor/mcp.json",
        "~/.codex/auth.json",
        "/srv/app/.env",
        ".env",
        ".env.production",
        "file:///home/me/.ssh",
        "/etc",
        "/etc/shadow",
        "/etc/passwd",
        "/etc/ssl/private",
        "C:\\Windows\\System32\\config\\SAM"
      })
  void a_place_of_secrets_as_an_argument_is_seen(String path) {
    var subject = TestConfigs.words("npx", "-y", "acme-files@1.2.3", "~/project", path);

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "~/project",
        "${workspaceFolder}",
        "/srv/ssh/docs",
        "/srv/app/env",
        "/srv/.environment",
        ".env.example",
        ".env.sample",
        "config/.env.template",
        ".env/bin/server.py",
        "~/.ssh/id_ed25519.pub",
        "~/.ssh/known_hosts",
        "~/.aws/amazonq/server.js",
        "~/.docker/cli-plugins/docker-mcp",
        "~/.config/acme/settings.json",
        "~/.claude/skills",
        "/etc/acme/config.yaml",
        "/etc/hosts",
        "/etc/ssl/certs/ca.pem",
        "/usr/share/keyrings/acme.gpg",
        "/opt/google/chrome/chrome",
        "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "https://acme.test/.env",
        "!**/.env",
        "Never read the file ~/.ssh/id_rsa",
        "@acme/ssh",
        "ssh://host/path"
      })
  void any_other_place_is_not(String path) {
    var subject = TestConfigs.words("npx", "-y", "acme-files@1.2.3", "~/project", path);

    assertThat(detector.detect(subject)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node files.js --root ~/.ssh",
        "node files.js --root=~/.ssh",
        "node files.js --allowed-paths ~/work,~/.aws",
        "deno run --allow-read=~/.ssh server.ts",
        "node files.js ROOT=~/.kube",
        "node files.js --config-dir ~/.aws",
        "npx chrome-mcp --user-data-dir ~/.config/google-chrome",
        "sh -c cat\t~/.ssh/id_rsa",
        "cmd /c type C:\\Users\\me\\.ssh\\id_rsa",
        "curl -d @~/.netrc"
      })
  void an_option_that_opens_a_place_is_seen(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run -i --env-file .env acme/mcp",
        "docker run -i --env-file=/srv/app/.env acme/mcp",
        "docker compose --env-file .env up",
        "uv run --env-file .env server.py",
        "node --env-file=.env server.js",
        "node server.js dotenv_config_path=.env",
        "npx dotenv -e .env -- node server.js",
        "npx env-cmd -f .env node server.js",
        "npx -y acme-mcp --secrets /srv/app/.env",
        "npx -y acme-mcp --config .env",
        "sh -c source\t.env\t&&\tnode\tserver.js",
        "sh -c .\t./.env;\tnode\tserver.js",
        "ssh -i ~/.ssh/id_rsa host mcp",
        "ssh -F ~/.ssh/config host mcp",
        "ssh -o IdentityFile=~/.ssh/id_rsa host mcp",
        "npx ssh-mcp --key=~/.ssh/id_rsa --host x",
        "npx ssh-mcp --privateKey ~/.ssh/id_rsa",
        "npx kube-mcp --kubeconfig ~/.kube/config",
        "npx gcp-mcp --credentials ~/.config/gcloud/application_default_credentials.json",
        "npm exec --userconfig=.npmrc acme-mcp",
        "node files.js --exclude ~/.ssh",
        "node files.js --deny-read=~/.ssh,~/.aws",
        "node files.js --ignore .env",
        "node files.js --blocked-paths ~/.aws"
      })
  void a_servers_own_credential_or_a_place_kept_from_it_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run -i -v ~/.aws:/root/.aws acme/mcp",
        "docker run -i -v ~/.aws:/root/.aws:ro acme/mcp",
        "docker run -i --volume=/home/me/.ssh:/keys acme/mcp",
        "docker run -i -v C:\\Users\\me\\.kube:/kube acme/mcp",
        "docker run -i --mount type=bind,src=~/.config/gcloud,dst=/gcloud acme/mcp",
        "docker run -i -v ./.env:/app/.env acme/mcp",
        "podman run -v ${HOME}/.gnupg:/gnupg acme/mcp"
      })
  void a_mount_of_a_place_is_seen(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run -i -v ~/project:/root/.ssh acme/mcp",
        "docker run -i -v keys:/root/.ssh acme/mcp",
        "docker run -i -v /etc/passwd:/etc/passwd:ro acme/mcp",
        "docker run -i -v /etc/localtime:/etc/localtime:ro acme/mcp",
        "docker run -i -v /full/path/to/.aws:/app/.aws acme/mcp",
        "docker run -i -v ~/.ssh/known_hosts:/root/.ssh/known_hosts acme/mcp",
        "docker run -i -v /var/run/docker.sock:/var/run/docker.sock acme/mcp",
        "docker run -i acme/mcp /root/.ssh",
        "docker run -i node:22 npx acme-files /root/.ssh",
        "docker exec -i box cat /root/.ssh/id_rsa"
      })
  void what_lies_within_the_container_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run -v /etc:/etc acme/mcp",
        "docker run -v /root:/root acme/mcp",
        "docker run -v /:/host acme/mcp",
        "node files.js ~/",
        "node files.js /"
      })
  void whole_homes_and_roots_are_reported_by_other_checks(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ALLOWED_DIRECTORIES,'/srv/data,~/.ssh'",
    "ALLOWED_DIRECTORIES,/srv/data:/home/me/.ssh",
    "ALLOWED_PATHS,C:\\data;C:\\Users\\me\\.aws",
    "ROOT_DIR,~/.kube",
    "FS_ROOT,${HOME}/.config/google-chrome"
  })
  void a_variable_that_opens_a_place_is_seen(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value)))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @CsvSource({
    "KUBECONFIG,~/.kube/config",
    "AWS_CONFIG_FILE,~/.aws/config",
    "AWS_SHARED_CREDENTIALS_FILE,~/.aws/credentials",
    "GOOGLE_APPLICATION_CREDENTIALS,~/.config/gcloud/application_default_credentials.json",
    "SSH_KEY_PATH,~/.ssh/id_rsa",
    "DOTENV_CONFIG_PATH,/srv/.env",
    "DENIED_DIRECTORIES,'~/.ssh,~/.aws'",
    "EXCLUDE_DIRS,.env",
    "PATH,/usr/bin:~/.azure/bin",
    "ALLOWED_DIRECTORIES,/srv/data"
  })
  void a_variable_that_names_the_servers_own_credential_is_not(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @Test
  void an_env_file_of_the_client_is_ordinary() {
    var subject =
        TestConfigs.server("{\"command\": \"x\", \"envFile\": \"${workspaceFolder}/.env\"}");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @Test
  void reports_what_is_stored_there_and_where_it_is() {
    var detections = detector.detect(TestConfigs.command("npx acme-files ~/project ~/.ssh ~/.aws"));

    assertThat(detections)
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/mcpServers/probe/args/2", "/mcpServers/probe/args/3");
    assertThat(detections.get(0).detail())
        .isEqualTo("The server has access to `~/.ssh`: SSH keys.");
    assertThat(detections.get(1).detail()).endsWith("AWS credentials.");
  }
}
