package io.svc.server.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** The npm package of the OpenID provider, installed below the project's target. */
final class OidcPackage {
  /** {@code .ci/run} installs the same. */
  static final String VERSION = "9.13.3";

  private static final int LONGEST_SECONDS = 120;

  private OidcPackage() {}

  /** Its program, installed by npm when it is not yet there. */
  static synchronized Path program() throws IOException {
    // Set by the build; the fallback serves an IDE, which starts tests in the module's directory.
    Path root = Path.of(System.getProperty("project.root", "..")).toAbsolutePath().normalize();
    Path home = root.resolve("target/oidc");
    Path program = home.resolve("node_modules/oidc-provider/lib/index.js");
    if (!Files.exists(program)) {
      install(home);
    }
    if (!Files.exists(program)) {
      throw missing();
    }
    return program;
  }

  static TestAbortedException missing() {
    return Prerequisite.missing(
        "tests of single sign-on need Node.js, and npm with a registry for oidc-provider");
  }

  private static void install(Path home) throws IOException {
    Files.createDirectories(home);
    Process npm =
        new ProcessBuilder(
                Prerequisite.program("npm").orElseThrow(OidcPackage::missing).toString(),
                "install",
                "--silent",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--prefix",
                home.toString(),
                "oidc-provider@" + VERSION)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("install.log").toFile())
            .start();
    try {
      if (!npm.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        npm.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      npm.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
