package io.svc.scanner.checks.commands;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InlineInterpreterCodeDetectorTest {
  private final InlineInterpreterCodeDetector detector = new InlineInterpreterCodeDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node|-e|require('x')",
        "node|--eval|require('x')",
        "node|--eval=require('x')",
        "node|-p|1+1",
        "node|--print|1+1",
        "node|-pe|1+1",
        "node|--input-type=module|-e|import 'x'",
        "node|--input-type|module|-e|import 'x'",
        "node|-r|dotenv/config|-e|require('x')",
        "node|--no-warnings|--import|tsx|-e|require('x')",
        "node|--import|data:text/javascript,import 'x'|server.js",
        "nodejs|-e|require('x')",
        "C:\\nodejs\\node.exe|-e|require('x')",
        "/usr/bin/node|-e|require('x')",
        "python|-c|import x",
        "python3|-c|import x",
        "python3.11|-c|import x",
        "Python|-c|import x",
        "py|-3.11|-c|import x",
        "pypy3|-c|import x",
        "pythonw.exe|-c|import x",
        "python|-u|-c|import x",
        "python|-uc|import x",
        "python|-Sc|import x",
        "python|-cimport x",
        "python|-W|ignore|-X|dev|-c|import x",
        ".venv/bin/python|-c|import x",
        "perl|-e|print 1",
        "perl|-E|say 1",
        "perl|-lne|print",
        "perl|-MJSON|-e|print 1",
        "perl|-0777|-pe|1",
        "ruby|-e|puts 1",
        "ruby|-rjson|-e|puts 1",
        "ruby|-I|lib|-ne|puts 1",
        "php|-r|echo 1;",
        "php|-d|memory_limit=1G|-r|echo 1;",
        "php8.3|--run|echo 1;",
        "lua|-e|print(1)",
        "lua5.4|-l|json|-e|print(1)",
        "osascript|-e|display dialog 1",
        "osascript|-l|JavaScript|-e|1",
        "Rscript|-e|x::serve()",
        "R|--vanilla|-e|x::serve()",
        "julia|-e|using X",
        "elixir|-e|X.run()",
        "tsx|-e|import 'x'",
        "ts-node|--print|1",
        "bun|-e|1",
        "bun|--eval|1",
        "deno|eval|1",
        "deno|eval|--ext=ts|1",
        "deno|eval|--ext|ts|1",
        "deno|run|-A|data:application/typescript,1",
        "npx|-c|acme --stdio",
        "npx|-y|--package=acme|-c|acme --stdio",
        "npx|-p|acme|--call|acme --stdio",
        "npx|--call=acme --stdio",
        "npm|exec|-c|acme --stdio",
        "npm|x|--package|acme|--call|acme --stdio",
        "pnpm|dlx|--package|acme|-c|acme --stdio"
      })
  void a_text_that_is_run_as_code_is_seen(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.words(line.split("\\|", -1))))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uv|run|python|-c|import x",
        "uv|run|--frozen|python3|-c|import x",
        "uv|run|--with|mcp|--python|3.12|python|-uc|import x",
        "uvx|--from|acme|python|-c|import x",
        "poetry|run|python|-c|import x",
        "conda|run|-n|base|python|-c|import x",
        "npx|-y|tsx|-e|import 'x'",
        "npx|-y|tsx@4.19.2|--eval|import 'x'",
        "npx|node@20|-e|1",
        "bunx|tsx|-e|1",
        "pnpm|exec|tsx|-e|1",
        "env|FOO=1|python3|-c|import x",
        "env|python3|-c|import x",
        "sudo|-u|me|python|-c|import x",
        "timeout|30|node|-e|1",
        "op|run|--|node|-e|1",
        "docker|exec|-i|box|python|-c|import x",
        "docker|run|-i|--rm|python:3.12|python|-c|import x",
        "docker|run|--name|python|-e|A=b|acme/mcp|python3|-c|import x",
        "cmd|/c|node|-e|1",
        "sh|-c|node -e 'require(1)'",
        "bash|-lc|cd /srv && python3 -c 'import x'",
        "bash|-c|if true; then python -c 'import x'; fi",
        "wsl|python3|-c|import x"
      })
  void also_behind_what_starts_the_interpreter(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.words(line.split("\\|", -1))))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node|server.js",
        "node|server.js|-e|prod",
        "node|--enable-source-maps|server.js|--eval|x",
        "node|-r|dotenv/config|server.js|-p|3000",
        "node|--|-e",
        "node|-e",
        "node|-e| ",
        "node|--import|tsx|server.ts|-e|prod",
        "node|-v",
        "python|server.py|-c|config.json",
        "python|-u|server.py|-c|config.json",
        "python|-m|acme|-c|config.json",
        "python|-um|acme|-c|config.json",
        "python|-m|acme.cli|-ec|x",
        "py|-3|-m|acme|-c|x",
        "python|-",
        "python-language-server|-c|x",
        "pylsp|-c|x",
        "perl|server.pl|-e|prod",
        "perl|-Mre|server.pl",
        "perl|-i.e|server.pl",
        "ruby|server.rb|-e|production",
        "ruby|-E|UTF-8|server.rb",
        "ruby|-S|rails|server|-e|production",
        "bundle|exec|rails|server|-e|production",
        "rails|server|-e|production",
        "php|artisan|mcp|-r|x",
        "php|-f|server.php|-r|x",
        "php|-S|localhost:8000|-t|public",
        "lua|server.lua|-e|x",
        "osascript|server.scpt|-e",
        "Rscript|server.R|-e|x",
        "deno|run|-A|server.ts|eval|x",
        "deno|run|-A|npm:acme|-e|x",
        "deno|task|eval",
        "ts-node|-esm|server.ts",
        "clojure|-M:dev|-m|acme",
        "groovy|-Dfile.encoding=UTF-8|server.groovy",
        "npx|-y|acme|-c|config.json",
        "npx|-y|acme|--call|x",
        "npx|--|acme|-c|x",
        "npm|run|start|-c|x",
        "npm|exec|acme|--|-c|x",
        "bunx|acme|-c|x",
        "uvx|--python|python3.12|-c|constraints.txt|acme",
        "uv|run|server.py|-c|x",
        "uv|run|--python|python3|server.py|-e|x",
        "uvx|acme|-c|config.json",
        "docker|run|--name|python|-e|A=b|acme/mcp",
        "docker|run|-e|TOKEN|node:20|server.js",
        "docker|run|-i|acme/python|-c|config.json",
        "acme-mcp|--language|python|-c|config.json",
        "acme-mcp|-e|prod",
        "sh|-c|node server.js -e prod",
        "bash|-c|exit 0",
        "powershell|-c|exit",
        "grep|-e|x"
      })
  void a_script_or_a_package_is_not(String line) {
    assertThat(detector.detect(TestConfigs.words(line.split("\\|", -1)))).isEmpty();
  }

  @Test
  void a_download_that_is_run_is_reported_as_that() {
    var subject = TestConfigs.words("python3", "-c", "$(curl -s https://x.test/i.py)");

    assertThat(detector.detect(subject)).isEmpty();
    assertThat(new RemoteCodePipeDetector().detect(subject)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "node -e code, node -e, /mcpServers/probe/args/1",
    "python3.11 -u -c code, python3.11 -c, /mcpServers/probe/args/2",
    "node --eval=code, node --eval, /mcpServers/probe/args/0",
    "npx -y tsx@4 -e code, tsx -e, /mcpServers/probe/args/3",
    "npx --call=code, npx --call, /mcpServers/probe/args/0",
    "deno eval code, deno eval, /mcpServers/probe/args/1"
  })
  void names_the_option_and_points_at_the_code(String line, String how, String pointer) {
    var detection = detector.detect(TestConfigs.command(line)).get(0);

    assertThat(detection.location().pointer()).isEqualTo(pointer);
    assertThat(detection.detail())
        .isEqualTo(
            "The server is inline code that `"
                + how
                + "` runs: no package, version, or file tracks changes to it.");
  }
}
