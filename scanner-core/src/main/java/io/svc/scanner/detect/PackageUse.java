package io.svc.scanner.detect;

import io.svc.rules.Ecosystem;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.ImageReference;
import io.svc.scanner.launch.PackageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A package or an image that a server fetches and runs.
 *
 * @param name name without version or tag
 * @param version exact pinned version; empty when it is not pinned
 */
public record PackageUse(Ecosystem ecosystem, String name, String version, Word word) {

  /** Returns the packages and images that a server's commands fetch, outermost command first. */
  static List<PackageUse> of(ServerFacts server) {
    List<PackageUse> uses = new ArrayList<>();
    for (Launch launch : server.commands()) {
      Optional<PackageSpec> spec = PackageSpec.of(launch);
      if (spec.isPresent()) {
        PackageSpec found = spec.get();
        boolean isPinned = found.pin() == PackageSpec.Pin.EXACT;
        uses.add(
            new PackageUse(
                found.ecosystem(),
                found.name(),
                isPinned ? found.bareVersion() : "",
                found.word()));
      }
      Optional<ContainerRun> run = server.container(launch);
      if (run.isPresent() && run.get().image().isPresent()) {
        Word word = run.get().image().get();
        Optional<ImageReference> image = ImageReference.of(word.text());
        if (image.isPresent()) {
          uses.add(new PackageUse(Ecosystem.IMAGE, image.get().name(), image.get().tag(), word));
        }
      }
    }
    return uses;
  }
}
