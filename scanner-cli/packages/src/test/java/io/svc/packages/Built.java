package io.svc.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;

/** What the build has made, and what this machine must have for a test of it. */
final class Built {
  private static final String NAME = "svc-preflight-" + version() + "-" + property("platform");

  private Built() {}

  /** The runtime image, as it was before anything packed it. */
  static Path image() {
    return Path.of(property("image"));
  }

  static Path jar() {
    return Path.of(property("jar"));
  }

  /** The directory of what people download. */
  static Path published() {
    return Path.of(property("published"));
  }

  static String imageName() {
    return NAME;
  }

  static Path imageArchive() {
    return published().resolve(NAME + ".tar.gz");
  }

  static Path debianPackage() {
    return published()
        .resolve("svc-preflight_" + version() + "_" + property("architecture") + ".deb");
  }

  static Path container() {
    return Path.of(property("container"));
  }

  static Path source(String path) {
    return Path.of(property("basedir")).resolve(path);
  }

  static boolean hasDocuments() {
    return Boolean.parseBoolean(property("documents"));
  }

  static String version() {
    return property("version");
  }

  /** The time that every packed file bears, in seconds. */
  static long time() {
    return java.time.Instant.parse(property("time")).getEpochSecond();
  }

  /** A test that this machine cannot run is skipped, and says so; in CI it fails. */
  static void needs(boolean exists, String description) {
    if (System.getenv("CI") == null) {
      assumeTrue(exists, "SKIPPED: this machine has no " + description);
    }
    assertThat(exists).as(description).isTrue();
  }

  private static String property(String name) {
    return System.getProperty("packages." + name);
  }
}
