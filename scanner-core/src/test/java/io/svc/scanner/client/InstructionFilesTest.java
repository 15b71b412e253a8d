package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstructionFilesTest {
  @ParameterizedTest
  @CsvSource({
    "/p/CLAUDE.md, claude-code",
    "/p/a/b/CLAUDE.local.md, claude-code",
    "/p/skills/pdf/SKILL.md, claude-code",
    "AGENTS.md, codex",
    "/p/AGENT.md, codex",
    "/p/GEMINI.md, gemini-cli",
    "/p/QWEN.md, qwen-code",
    "/p/WARP.md, warp",
    "/p/.cursorrules, cursor",
    "/p/.cursor/rules/style.mdc, cursor",
    "/p/.cursor/rules/web/a/style.mdc, cursor",
    "/p/.windsurfrules, windsurf",
    "/p/.windsurf/rules/a.md, windsurf",
    "/p/.clinerules, cline",
    "/p/.clinerules/01-style.md, cline",
    "/p/.clinerules/style, cline",
    "/p/.roo/rules/a.txt, roo-code",
    "/p/.roo/rules-code/a.md, roo-code",
    "/p/.kiro/steering/tech.md, kiro",
    "/p/.junie/guidelines.md, junie",
    "/p/.amazonq/rules/a.md, amazon-q",
    "/p/.amazonq/rules/b/a.md, amazon-q",
    "/p/.continue/rules/a.md, continue",
    "/p/.github/copilot-instructions.md, vscode",
    "/p/.github/instructions/java.instructions.md, vscode",
    "/p/.github/prompts/review.prompt.md, vscode",
    "/p/.github/chatmodes/plan.chatmode.md, vscode"
  })
  void the_path_names_the_client(Path path, String label) {
    assertThat(InstructionFiles.labelOf(path)).hasValue(label);
    assertThat(InstructionFiles.mayBe(path.toString())).isTrue();
    assertThat(McpClients.byLabel(label)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/p/README.md",
        "/p/docs/style.md",
        "/p/rules/a.md",
        "/p/.cursor/mcp.json",
        "/p/.cursor/rules/.DS_Store",
        "/p/.clinerules/settings.json",
        "/p/.github/workflows/ci.yml",
        "/p/.roo/mcp.json",
        "/p/CLAUDE.md.bak",
        "/p/.mcp.json"
      })
  void other_files_have_no_client(Path path) {
    assertThat(InstructionFiles.labelOf(path)).isEmpty();
  }

  @Test
  void most_paths_of_a_tree_need_no_closer_check() {
    assertThat(InstructionFiles.mayBe("src/main/java/A.java")).isFalse();
    assertThat(InstructionFiles.mayBe("node_modules/.pnpm/a@1.0/package.json")).isFalse();
  }

  @Test
  void files_of_the_project_and_of_the_user_are_found_once() throws IOException {
    try (FileSystem files = Jimfs.newFileSystem(Configuration.unix())) {
      for (String name :
          List.of(
              "/p/AGENTS.md",
              "/p/.cursor/rules/a/b.mdc",
              "/p/.clinerules/.DS_Store",
              "/p/.clinerules/a.md",
              "/p/docs/CLAUDE.md",
              "/h/.claude/CLAUDE.md")) {
        Path file = files.getPath(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "Text");
      }
      Path project = files.getPath("/p");

      Map<Path, String> found =
          InstructionFiles.find(files.getPath("/h"), List.of(project, project));

      assertThat(found.keySet())
          .extracting(Path::toString)
          .containsExactly(
              "/p/AGENTS.md",
              "/p/.cursor/rules/a/b.mdc",
              "/p/.clinerules/a.md",
              "/h/.claude/CLAUDE.md");
    }
  }

  @Test
  void a_script_belongs_to_the_skill_of_a_directory_above() throws IOException {
    try (FileSystem files = Jimfs.newFileSystem(Configuration.unix())) {
      Path skill = files.getPath("/p/skills/pdf");
      Files.createDirectories(skill);
      Files.writeString(skill.resolve("SKILL.md"), "Text");

      assertThat(SkillScripts.isAt(skill.resolve("run.sh"))).isTrue();
      assertThat(SkillScripts.isAt(skill.resolve("scripts/lib/read.py"))).isTrue();
      assertThat(SkillScripts.isAt(skill.resolve("scripts/data.csv"))).isFalse();
      assertThat(SkillScripts.isAt(files.getPath("/p/skills/other/run.sh"))).isFalse();
    }
  }
}
