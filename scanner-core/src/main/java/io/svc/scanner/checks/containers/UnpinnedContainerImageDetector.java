package io.svc.scanner.checks.containers;

import io.svc.rules.Ecosystem;
import io.svc.rules.Severity;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionLists;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.ContainerRun.Option;
import io.svc.scanner.launch.ImageReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Detects container images with a mutable reference, which the publisher can move. */
public final class UnpinnedContainerImageDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "container/unpinned-image",
          "unpinned_container_image",
          Severity.MEDIUM,
          "a container image is not pinned by digest",
          "Specify the image by version and digest, as in image:1.2.3@sha256: with the 64 digits"
              + " from docker buildx imagetools inspect, and update both deliberately.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      for (ContainerRun run : subject.facts(server).containers()) {
        if (run.image().isPresent() && mayFetch(run)) {
          Word word = run.image().get();
          Optional<ImageReference> image = ImageReference.of(word.text());
          if (image.isPresent() && image.get().pin() != ImageReference.Pin.DIGEST) {
            detections.add(detection(subject, server, run.engine(), word, image.get()));
          }
        }
      }
    }
    return detections;
  }

  /** With {@code --pull never}, the engine uses only local images. */
  private static boolean mayFetch(ContainerRun run) {
    for (Option option : run.options()) {
      if (option.name().equals("--pull") && option.value().equals("never")) {
        return false;
      }
    }
    return true;
  }

  private static DetectedProblem detection(
      DetectionSubject subject, McpServer server, String engine, Word word, ImageReference image) {
    boolean isVersion = image.pin() == ImageReference.Pin.VERSION;
    String text = subject.redactor().redact(word.origin(), word.text());
    String reference =
        isVersion
            ? "its tag names a version but can be moved to another image."
            : image.tag().isEmpty()
                ? "without a version, so the registry decides which version runs."
                : "its tag moves with each release.";
    DetectedProblem detection =
        DetectedProblem.of(
            CHECK,
            server.name(),
            word.origin().location(),
            "`"
                + engine
                + "` runs `"
                + text
                + (image.tag().isEmpty() && !isVersion ? "` " : "`: ")
                + reference);
    return detection.withSeverity(severity(image, isVersion)).with("image", text);
  }

  private static Severity severity(ImageReference image, boolean isVersion) {
    if (DetectionLists.packages().isFirstParty(Ecosystem.IMAGE, image.name())) {
      return Severity.INFO;
    }
    if (image.isLocalBuild()) {
      return isVersion ? Severity.INFO : Severity.LOW;
    }
    return isVersion ? Severity.LOW : Severity.MEDIUM;
  }
}
