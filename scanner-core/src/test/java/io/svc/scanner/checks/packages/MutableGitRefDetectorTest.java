package io.svc.scanner.checks.packages;

import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MutableGitRefDetectorTest {
  private static final String SHA1 = "0123456789abcdef0123456789abcdef01234567";
  private static final String SHA256 = SHA1 + "89abcdef0123456789abcdef";

  private final MutableGitRefDetector detector = new MutableGitRefDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx git+https://git.acme.test/mcp.git",
        "npx -y git+https://github.com/acme/mcp#main",
        "npx -y git+https://github.com/acme/mcp#v1.2.3",
        "npx -y git+https://github.com/acme/mcp#semver:^1.2.3",
        "npx -y git+https://github.com/acme/mcp#0123456",
        "npx -y git+ssh://git@github.com/acme/mcp.git",
        "npx -y git://github.com/acme/mcp.git",
        "npx -y git@github.com:acme/mcp.git",
        "npx -y https://github.com/acme/mcp",
        "npx -y https://github.com/acme/mcp.git#main",
        "npx -y https://github.com/acme/mcp/archive/main.tar.gz",
        "npx -y https://github.com/acme/mcp/archive/refs/heads/main.tar.gz",
        "npx -y https://github.com/acme/mcp/archive/refs/tags/v1.2.3.tar.gz",
        "npx -y https://github.com/acme/mcp/tarball/main",
        "npx -y https://codeload.github.com/acme/mcp/tar.gz/main",
        "npx -y https://api.github.com/repos/acme/mcp/tarball/main",
        "npx -y https://gitlab.com/acme/mcp/-/archive/main/mcp-main.tar.gz",
        "npx -y https://git.acme.test/tools/mcp/-/archive/main/mcp-main.tar.gz",
        "npx -y https://bitbucket.org/acme/mcp/get/main.tar.gz",
        "npx -y github:acme/mcp",
        "npx -y GitHub:acme/mcp#main",
        "npx -y gitlab:acme/mcp",
        "npx -y bitbucket:acme/mcp",
        "npx -y gist:11081aaa281",
        "npx -y acme/mcp",
        "npx -y acme/mcp#main",
        "npx -y acme@github:acme/mcp",
        "npx -y @acme/mcp@git+https://github.com/acme/mcp",
        "npx -p github:acme/mcp acme",
        "npx --package=github:acme/mcp -- acme",
        "npm exec github:acme/mcp",
        "npm x -- acme/mcp",
        "pnpm dlx github:acme/mcp",
        "pnpx github:acme/mcp",
        "yarn dlx -p github:acme/mcp acme",
        "bunx github:acme/mcp",
        "bun x github:acme/mcp",
        "uvx git+https://github.com/acme/mcp",
        "uvx --from git+https://github.com/acme/mcp acme",
        "uvx --from=git+https://github.com/acme/mcp@main acme",
        "uvx --python 3.12 --from git+https://github.com/acme/mcp@v1.2.3 acme",
        "uvx --from git+https://github.com/acme/mcp#subdirectory=server acme",
        "uvx --from git+https://github.com/acme/mcp@0123456#egg=acme acme",
        "uvx --from git+ssh://git@github.com/acme/mcp acme",
        "uvx --with git+https://github.com/acme/plugin acme==1.2.3",
        "uv tool run --from git+https://github.com/acme/mcp acme",
        "uv run --with git+https://github.com/acme/mcp acme",
        "uv run https://raw.githubusercontent.com/acme/mcp/main/server.py",
        "pipx run --spec git+https://github.com/acme/mcp acme",
        "pipx run git+https://github.com/acme/mcp",
        "pip install git+https://github.com/acme/mcp",
        "python3 -m pip install -U git+https://github.com/acme/mcp",
        "uv pip install acme git+https://github.com/acme/mcp",
        "go run github.com/acme/mcp@main",
        "go run github.com/acme/mcp/cmd/server@feature/x",
        "nix run github:acme/mcp",
        "nix run github:acme/mcp/main -- --stdio",
        "nix run github:acme/mcp#server",
        "nix run --refresh git+https://git.acme.test/mcp?ref=main",
        "nix shell gitlab:acme/mcp -c acme",
        "deno run -A https://raw.githubusercontent.com/acme/mcp/main/server.ts",
        "deno run -A https://cdn.jsdelivr.net/gh/acme/mcp@main/server.ts",
        "docker build https://github.com/acme/mcp.git#main",
        "docker build -t acme git@github.com:acme/mcp.git",
        "docker buildx build https://github.com/acme/mcp.git",
        "cargo install --git https://github.com/acme/mcp",
        "cargo install --git https://github.com/acme/mcp --branch main",
        "npm install -g github:acme/mcp",
        "cmd /c npx -y github:acme/mcp",
        "env FOO=1 uvx --from git+https://github.com/acme/mcp acme",
        "npx -y bridge@1.0.0 -- uvx git+https://github.com/acme/mcp"
      })
  void a_repository_without_a_commit_is_seen(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y git+https://github.com/acme/mcp#%s",
        "npx -y github:acme/mcp#%s",
        "npx -y acme/mcp#%s",
        "npx -y git@github.com:acme/mcp.git#%s",
        "npx -y github:acme/mcp#%s&path:/packages/mcp",
        "npx -y github:acme/mcp#%s::path:packages/mcp",
        "yarn dlx acme@github:acme/mcp#commit=%s",
        "npx -y https://github.com/acme/mcp/archive/%s.tar.gz",
        "npx -y https://codeload.github.com/acme/mcp/tar.gz/%s",
        "npx -y https://gitlab.com/acme/mcp/-/archive/%s/mcp-main.tar.gz",
        "npx -y gist:11081aaa281#%s",
        "uvx --from git+https://github.com/acme/mcp@%s acme",
        "uvx --from git+https://github.com/acme/mcp@%s#subdirectory=server acme",
        "uvx --from git+ssh://git@github.com/acme/mcp.git@%s#egg=acme acme",
        "pipx run --spec git+https://github.com/acme/mcp@%s acme",
        "nix run github:acme/mcp/%s#server",
        "nix run git+https://git.acme.test/mcp?rev=%s",
        "go run github.com/acme/mcp@%s",
        "deno run https://raw.githubusercontent.com/acme/mcp/%s/server.ts",
        "docker build https://github.com/acme/mcp.git#%s:server",
        "cargo install --git https://github.com/acme/mcp --rev %s"
      })
  void a_full_commit_id_is_not(String line) {
    for (String commit : new String[] {SHA1, SHA1.toUpperCase(Locale.ROOT), SHA256}) {
      assertThat(detector.detect(TestConfigs.command(line.formatted(commit)))).isEmpty();
    }
  }

  @Test
  void a_token_in_place_of_a_user_pins_nothing_and_is_not_shown() {
    var subject =
        TestConfigs.command("uvx --from git+https://" + SHA1 + "@github.com/acme/mcp@main acme");

    assertThat(detector.detect(subject)).hasSize(1);
    assertThat(detector.detect(subject).get(0).detail()).doesNotContain(SHA1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y acme-mcp@1.2.3",
        "npx -y @acme/mcp",
        "npx ./packages/mcp",
        "npx ../mcp",
        "npx /opt/acme/mcp",
        "npx ~/acme/mcp",
        "npx tsx src/index.ts",
        "npx -C packages/mcp tsx index.ts",
        "npx --prefix packages/mcp tsx index.ts",
        "npx -y mcp-remote https://github.com/acme/mcp",
        "npx -y acme-mcp git+https://github.com/acme/mcp",
        "npx -y acme-mcp --repo acme/mcp",
        "npx -y https://acme.test/mcp.tgz",
        "npx -y https://github.com/acme/mcp/releases/download/v1.2.3/mcp.tgz",
        "npx -y https://registry.acme.test/mcp/-/mcp-1.2.3.tgz",
        "npm run start",
        "npm install acme@1.2.3",
        "uvx mcp-server-git --repository https://github.com/acme/mcp",
        "uvx mcp-server-git --repository git@github.com:acme/mcp.git",
        "uvx --from acme==1.2.3 acme github:acme/mcp",
        "uvx acme/mcp",
        "uvx ./mcp",
        "uv run server.py git+https://github.com/acme/mcp",
        "uv run --with acme==1.2.3 server.py",
        "pip install acme==1.2.3",
        "pipx run acme==1.2.3",
        "go run .",
        "go run ./cmd/server",
        "go run github.com/acme/mcp",
        "go run github.com/acme/mcp@v1.2.3",
        "go run github.com/acme/mcp@latest",
        "nix run nixpkgs#acme",
        "nix run .#acme",
        "nix run nixpkgs#acme -- github:acme/mcp",
        "deno run -A server.ts",
        "deno run -A npm:acme-mcp@1.2.3",
        "deno run -A jsr:@acme/mcp@1.2.3",
        "deno run -A https://acme.test/server.ts",
        "docker build .",
        "docker build -f ./Dockerfile .",
        "docker run ghcr.io/acme/mcp:1.0.0",
        "docker run acme/mcp:1.0.0 git+https://github.com/acme/mcp",
        "cargo run",
        "node server.js git+https://github.com/acme/mcp",
        "acme-mcp --repository https://github.com/acme/mcp",
        "git clone https://github.com/acme/mcp"
      })
  void anything_else_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void a_name_before_the_source_is_no_hindrance() {
    var subject =
        TestConfigs.words("uvx", "--from", "acme[all] @ git+https://github.com/acme/mcp", "acme");

    assertThat(detector.detect(subject)).hasSize(1);
  }

  @Test
  void a_repository_in_a_shells_script_is_seen() {
    var subject =
        TestConfigs.words(
            "sh", "-c", "pip install git+https://github.com/acme/mcp && exec acme --stdio");

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(MEDIUM);
  }

  @Test
  void each_repository_is_a_finding_of_its_own() {
    var subject =
        TestConfigs.command(
            "uvx --from git+https://github.com/acme/mcp --with git+https://github.com/acme/x a");

    assertThat(detector.detect(subject))
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/mcpServers/probe/args/1", "/mcpServers/probe/args/3");
  }

  @ParameterizedTest
  @CsvSource({
    "uvx --from git+https://github.com/acme/mcp@main acme, uvx,"
        + " git+https://github.com/acme/mcp@main",
    "uvx --from git+ssh://git@github.com/acme/mcp acme, uvx, git+ssh://github.com/acme/mcp",
    "npm exec github:acme/mcp#main, npm exec, github:acme/mcp",
    "npx -y git@github.com:acme/mcp.git, npx, github.com:acme/mcp.git",
    "go run github.com/acme/mcp@main, go run, github.com/acme/mcp@main"
  })
  void names_launcher_and_repository(String line, String launcher, String shown) {
    assertThat(detector.detect(TestConfigs.command(line)).get(0).detail())
        .isEqualTo(
            "`"
                + launcher
                + "` runs `"
                + shown
                + "` without a fixed commit: anyone who can move a branch or tag there controls"
                + " what runs.");
  }
}
