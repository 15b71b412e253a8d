package io.svc.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/**
 * npm packages that tests run, installed below the project's {@code target}. {@code .ci/run}
 * installs the same versions before the build; elsewhere npm installs them on first use.
 *
 * @param directory below {@code target}
 * @param packages each with its version
 */
public record NpmPackages(String directory, List<String> packages) {
  /** The OpenID provider against which single sign-on is tested. */
  static final NpmPackages OIDC = new NpmPackages("oidc", List.of("oidc-provider@9.13.3"));

  /** Linters of the OpenAPI document and of the dashboard, and a generator of a client's types. */
  public static final NpmPackages OPENAPI =
      new NpmPackages(
          "openapi",
          List.of(
              "@stoplight/spectral-cli@6.16.3",
              "@redocly/cli@2.77.0",
              "openapi-typescript@7.13.0",
              "typescript@5.9.3",
              "eslint@9.39.5",
              "@eslint/js@9.39.5",
              "eslint-plugin-react-hooks@5.2.0",
              "preact@11.2.0",
              "htm@3.1.1"));

  private static final int INSTALL_TIMEOUT_SECONDS = 240;

  /**
   * The path of a file of these packages, which npm installs when it is missing.
   *
   * @param file below {@code node_modules}
   * @throws TestAbortedException when the file is unavailable; a failure where {@code CI} is set
   */
  public Path file(String file) throws IOException {
    synchronized (NpmPackages.class) {
      // Set by the build; the fallback serves an IDE, which starts tests in the module's directory.
      Path root = Path.of(System.getProperty("project.root", "..")).toAbsolutePath().normalize();
      Path home = root.resolve("target").resolve(directory);
      Path path = home.resolve("node_modules").resolve(file);
      if (!Files.exists(path)) {
        install(home);
      }
      if (!Files.exists(path)) {
        throw missing();
      }
      return path;
    }
  }

  /** The exit code and the output of a program. */
  public record Run(int exitCode, String output) {}

  /**
   * Runs a program of these packages.
   *
   * @param directory the working directory
   * @param program below {@code node_modules}
   */
  public Run run(Path directory, String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(node().toString(), file(program).toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("REDOCLY_TELEMETRY", "off");
    builder.environment().put("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Run(process.waitFor(), output);
  }

  /** The interpreter of Node.js. */
  public Path node() {
    return Prerequisite.program("node").orElseThrow(this::missing);
  }

  private TestAbortedException missing() {
    return Prerequisite.missing("this test needs Node.js, and npm with a registry for " + packages);
  }

  private void install(Path home) throws IOException {
    Files.createDirectories(home);
    List<String> command = new ArrayList<>();
    command.add(Prerequisite.program("npm").orElseThrow(this::missing).toString());
    command.addAll(List.of("install", "--silent", "--no-save", "--no-audit", "--no-fund"));
    command.addAll(List.of("--prefix", home.toString()));
    command.addAll(packages);
    Process npm =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("install.log").toFile())
            .start();
    try {
      if (!npm.waitFor(INSTALL_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        npm.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      npm.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
