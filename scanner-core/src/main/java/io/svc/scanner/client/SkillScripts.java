package io.svc.scanner.client;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Recognizes the scripts of skills: scripts in or below the directory of a {@code SKILL.md}. */
public final class SkillScripts {
  private static final String SKILL = "SKILL.md";

  /** Git's pattern of the texts of skills. */
  public static final String PATTERN = "**/" + SKILL;

  private static final String[] ENDINGS = {
    ".sh", ".bash", ".zsh", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php", ".ps1",
    ".bat", ".cmd"
  };

  /** Maximum number of directories from a script to the directory of its skill. */
  private static final int DEEPEST = 3;

  private SkillScripts() {}

  /** Returns the endings of scripts, with their dots. */
  public static List<String> endings() {
    return List.of(ENDINGS);
  }

  /** Returns true for the name of a script, which belongs to a skill or not. */
  public static boolean isScript(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String ending : ENDINGS) {
      if (lower.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  /** Returns true if a file is the text of a skill. */
  public static boolean isSkill(Path path) {
    return path.endsWith(SKILL);
  }

  /** Returns the paths of the text of the skill to which a script may belong, nearest first. */
  public static List<Path> skillsOf(Path script) {
    List<Path> skills = new ArrayList<>(DEEPEST);
    Path directory = script.getParent();
    for (int i = 0; i < DEEPEST && directory != null; i++) {
      skills.add(directory.resolve(SKILL));
      directory = directory.getParent();
    }
    return skills;
  }

  /** Returns true if a file is a script of a skill. Accesses the file system. */
  public static boolean isAt(Path path) {
    Path name = path.getFileName();
    if (name != null && isScript(name.toString())) {
      for (Path skill : skillsOf(path)) {
        if (Files.isRegularFile(skill)) {
          return true;
        }
      }
    }
    return false;
  }
}
