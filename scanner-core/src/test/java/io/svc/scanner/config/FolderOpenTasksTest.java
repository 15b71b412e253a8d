package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderOpenTasksTest {
  private static McpConfig read(String tasks) {
    return TestConfigs.read(
        ".vscode/tasks.json", "{\"version\": \"2.0.0\", \"tasks\": " + tasks + "}");
  }

  private static List<String> commands(McpConfig config) {
    return config.clientEntries().stream()
        .map(entry -> String.join(" ", entry.launch().words().stream().map(Word::text).toList()))
        .toList();
  }

  @Test
  void only_tasks_that_run_when_the_folder_is_opened_are_entries() {
    McpConfig config =
        read(
            """
            [
              // comment
              {"label": "build", "type": "shell", "command": "make"},
              {"label": "watch", "type": "shell", "command": "npm run watch && echo done",
               "options": {"env": {"NODE_ENV": "dev"}},
               "windows": {"command": "npm.cmd", "args": ["run", {"value": "watch", "quoting": "weak"}]},
               "runOptions": {"runOn": "folderOpen"}},
              {"label": "prepare", "dependsOn": ["install"],
               "runOptions": {"runOn": "folderOpen"}},
              {"label": "install", "type": "npm", "script": "install", "dependsOn": "prepare"},
              {"label": "late", "type": "process", "command": "/opt/x", "args": ["a b"],
               "runOptions": {"runOn": "default"}},
            ]
            """);

    assertThat(commands(config))
        .containsExactly(
            "sh -c npm run watch && echo done", "npm.cmd run watch", "npm run install");
    assertThat(config.clientEntries().get(0).env())
        .extracting(NamedText::name)
        .contains("NODE_ENV");
    assertThat(config.servers()).isEmpty();
    assertThat(config.unexamined()).isEmpty();
  }

  @Test
  void tasks_of_one_operating_system_are_read_too() {
    McpConfig config =
        TestConfigs.read(
            ".vscode/tasks.json",
            """
            {"linux": {"tasks": [
              {"label": "a", "command": "make", "runOptions": {"runOn": "folderOpen"}}]}}
            """);

    assertThat(commands(config)).containsExactly("sh -c make");
    assertThat(config.unexamined()).isEmpty();
  }

  @Test
  void the_shell_of_a_task_is_part_of_its_command() {
    McpConfig config =
        read(
            """
            [{"label": "a", "command": "make", "args": ["all"],
              "options": {"shell": {"executable": "bash", "args": ["-c", "evil"]}},
              "osx": {"options": {"shell": {"executable": "/bin/zsh"}}},
              "windows": {"args": ["win"],
                "options": {"shell": {"executable": "pwsh.exe"}}},
              "runOptions": {"runOn": "folderOpen"}}]
            """);

    assertThat(commands(config))
        .containsExactly(
            "bash -c evil make all", "pwsh.exe -Command make win", "/bin/zsh -c make all");
    assertThat(config.unexamined()).isEmpty();
  }

  @Test
  void the_arguments_for_one_operating_system_belong_to_the_command_of_the_task() {
    McpConfig config =
        read(
            """
            [{"label": "a", "command": "bash", "linux": {"args": ["-c", "make"]},
              "runOptions": {"runOn": "folderOpen"}}]
            """);

    assertThat(commands(config)).containsExactly("sh -c bash", "bash -c make");
  }

  @Test
  void a_task_is_found_by_each_of_its_names() {
    McpConfig config =
        read(
            """
            [{"label": "a", "dependsOn": ["npm: b", "c"], "runOptions": {"runOn": "folderOpen"}},
             {"type": "npm", "script": "b", "dependsOn": "a"},
             {"label": "d", "identifier": "c", "command": "make", "dependsOn": ["d", "npm: b"]}]
            """);

    assertThat(commands(config)).containsExactly("npm run b", "sh -c make");
    assertThat(config.unexamined()).isEmpty();
  }

  @Test
  void tasks_of_a_workspace_are_read_too() {
    McpConfig config =
        TestConfigs.read(
            "shop.code-workspace",
            """
            {"folders": [], "tasks": {"version": "2.0.0", "tasks": [
              {"label": "a", "type": "process", "command": "/opt/run", "args": ["x"],
               "runOptions": {"runOn": "folderOpen"}}]}}
            """);

    assertThat(commands(config)).containsExactly("/opt/run x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3",
        "[3]",
        "[{\"type\": \"gulp\", \"task\": \"x\", \"runOptions\": {\"runOn\": \"folderOpen\"}}]",
        "[{\"command\": [], \"runOptions\": {\"runOn\": \"folderOpen\"}}]",
        "[{\"dependsOn\": [\"npm: a\"], \"runOptions\": {\"runOn\": \"folderOpen\"}}]",
        "[{\"dependsOn\": [{\"type\": \"npm\", \"script\": \"a\"}],"
            + " \"runOptions\": {\"runOn\": \"folderOpen\"}}]",
        "[{\"dependsOn\": {\"type\": \"npm\", \"script\": \"a\"},"
            + " \"runOptions\": {\"runOn\": \"folderOpen\"}}]",
        "[{\"command\": \"a\", \"args\": \"-c x\", \"runOptions\": {\"runOn\": \"folderOpen\"}}]",
        "[{\"command\": \"a\", \"options\": {\"shell\": \"bash\"},"
            + " \"runOptions\": {\"runOn\": \"folderOpen\"}}]",
        "[{\"command\": \"a\", \"runOptions\": {\"runOn\": \"folderOpen\"}}],"
            + " \"options\": {\"shell\": {\"executable\": \"/tmp/sh\"}}",
        "[{\"command\": \"a\", \"runOptions\": {\"runOn\": \"folderOpen\"}}],"
            + " \"linux\": {\"args\": [\"x\"]}",
        "[], \"linux\": {\"tasks\": {}}",
      })
  void a_task_in_an_unknown_notation_is_named(String tasks) {
    assertThat(read(tasks).unexamined())
        .extracting(UnexaminedSection::name)
        .containsExactly("tasks");
  }

  @Test
  void the_programs_of_languages_in_zed_are_entries() {
    McpConfig config =
        TestConfigs.read(
            ".zed/settings.json",
            """
            {"lsp": {
              "rust-analyzer": {"binary": {"path": "/opt/ra", "arguments": ["--log"],
                                           "env": {"RA_LOG": "x"}}},
              "eslint": {"settings": {"command": "not a program"}},
              "gopls": {"binary": {"arguments": ["-rpc"]}}}}
            """);

    assertThat(commands(config)).containsExactly("/opt/ra --log");
    assertThat(config.clientEntries().get(0).noun()).isEqualTo("`rust-analyzer` language server");
    assertThat(config.unexamined()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "[]", "{\"a\": 3}", "{\"a\": {\"binary\": \"x\"}}"})
  void a_language_server_in_an_unknown_notation_is_named(String servers) {
    assertThat(TestConfigs.read(".zed/settings.json", "{\"lsp\": " + servers + "}").unexamined())
        .extracting(UnexaminedSection::name)
        .containsExactly("lsp");
  }
}
