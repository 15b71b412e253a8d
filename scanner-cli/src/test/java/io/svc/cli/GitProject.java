package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A git repository of a test's own, made by the git of this machine. */
public final class GitProject {
  private final Path directory;

  private GitProject(Path directory) {
    this.directory = directory;
  }

  /** Without git there is nothing to test; a build server must have it. */
  public static GitProject create(Path directory) {
    boolean exists = isGitInstalled();
    if (System.getenv("CI") == null) {
      assumeTrue(exists, "SKIPPED: this machine has no git");
    }
    assertThat(exists).as("git works").isTrue();
    GitProject project = new GitProject(directory);
    project.git("init", "--quiet", "--initial-branch=main");
    return project;
  }

  private static boolean isGitInstalled() {
    try {
      return new ProcessBuilder("git", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs git in the repository, which has to succeed. */
  public String git(String... arguments) {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
    builder.redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("GIT_"));
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_CONFIG_SYSTEM", "/dev/null");
    for (String role : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + role + "_NAME", "Dana");
      environment.put("GIT_" + role + "_EMAIL", "dana@acme.example");
    }
    try {
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("git %s: %s", List.of(arguments), output).isZero();
      return output.replaceFirst("\\n$", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Commits everything that is not ignored. */
  public GitProject commitAll() {
    git("add", "--all");
    git("commit", "--quiet", "--message", "Change", "--no-verify");
    return this;
  }

  /** Makes a symbolic link in the work tree. */
  public void link(String name, String target) {
    try {
      Path link = directory.resolve(name);
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, Path.of(target));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
