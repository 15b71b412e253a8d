package io.svc.scanner.checks.packages;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.FetchedCode;
import io.svc.scanner.launch.GitSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Detects code that is fetched from a Git repository without a pinned commit. */
public final class MutableGitRefDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "packages/mutable-git-ref",
          "mutable_git_ref",
          Severity.MEDIUM,
          "code from a Git repository is not pinned to a commit",
          "Specify the full ID of a commit that you have reviewed, such as"
              + " git+https://host/owner/repo@<40 hex digits> (Python) or github:owner/repo#<40"
              + " hex digits> (npm), or use a published package with an exact version.");

  private static final int LENGTH_OF_COMMIT = 40;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Set<String> reported = new HashSet<>();
    for (McpServer server : subject.config().entries()) {
      // Most servers report nothing, so that they share one set.
      reported = reported.isEmpty() ? reported : new HashSet<>();
      for (Launch launch : subject.commands(server)) {
        FetchedCode fetched = FetchedCode.of(launch);
        for (Word source : fetched.sources()) {
          Optional<GitSource> git = gitSource(fetched, source.text());
          if (git.isPresent() && !git.get().isPinned() && reported.add(git.get().shown())) {
            detections.add(detection(subject, server, fetched.launcher(), source, git.get()));
          }
        }
      }
    }
    if (subject.config().root() instanceof ConfigObject root
        && root.find("plugins").orElse(null) instanceof ConfigList plugins) {
      addPlugins(subject, plugins, detections);
    }
    return detections;
  }

  /** Adds entries of a marketplace whose code comes from a repository. */
  private static void addPlugins(
      DetectionSubject subject, ConfigList plugins, List<DetectedProblem> detections) {
    for (ConfigNode element : plugins.elements()) {
      Optional<ConfigObject> source =
          element instanceof ConfigObject plugin ? plugin.findObject("source") : Optional.empty();
      if (source.isEmpty() || isCommit(source.get().findText("sha"))) {
        continue;
      }
      Optional<ConfigText> repository = source.get().findText("repo");
      repository = repository.isPresent() ? repository : source.get().findText("url");
      if (repository.isPresent()) {
        String shown = subject.redactor().redact(repository.get(), repository.get().text());
        detections.add(
            DetectedProblem.of(
                CHECK,
                "",
                repository.get().location(),
                "A plugin is installed from `"
                    + shown
                    + "` without a fixed commit in `sha`: anyone who can move a branch or tag there"
                    + " controls what runs."));
      }
    }
  }

  private static boolean isCommit(Optional<ConfigText> sha) {
    return sha.isPresent() && sha.get().text().length() == LENGTH_OF_COMMIT;
  }

  private static Optional<GitSource> gitSource(FetchedCode fetched, String text) {
    if (fetched.isGo()) {
      return GitSource.ofGoModule(text);
    }
    Optional<GitSource> source = GitSource.of(text);
    return source.isEmpty() && fetched.hasShorthand() ? GitSource.ofShorthand(text) : source;
  }

  private static DetectedProblem detection(
      DetectionSubject subject, McpServer server, String launcher, Word source, GitSource git) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        source.origin().location(),
        "`"
            + launcher
            + "` runs `"
            + subject.redactor().redact(source.origin(), git.shown())
            + "` without a fixed commit: anyone who can move a branch or tag there controls what"
            + " runs.");
  }
}
