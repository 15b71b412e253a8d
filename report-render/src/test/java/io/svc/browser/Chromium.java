package io.svc.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;

/**
 * The browser of this machine, driven by its own driver. Tests that need it are skipped where it is
 * missing, and say so; where {@code CI} is {@code true} they fail instead.
 */
public final class Chromium implements AutoCloseable {
  private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");

  private final Process driver;
  private final Path browser;
  private final URI address;

  private Chromium(Process driver, Path browser, URI address) {
    this.driver = driver;
    this.browser = browser;
    this.address = address;
  }

  /** Starts the driver on a free port. */
  public static Chromium start() {
    Path browser =
        installed("chromium").or(() -> installed("google-chrome")).orElseThrow(Chromium::missing);
    Path driver = installed("chromedriver").orElseThrow(Chromium::missing);
    try {
      Process process =
          new ProcessBuilder(driver.toString(), "--port=0", "--log-level=SEVERE")
              .redirectErrorStream(true)
              .start();
      return new Chromium(process, browser, addressOf(process));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a window of a browser of its own. */
  public Window open() {
    return Window.open(address, browser);
  }

  @Override
  public void close() {
    driver.destroy();
  }

  private static URI addressOf(Process process) throws IOException {
    // Left open: what else the driver says must find a reader, or it would wait for one.
    BufferedReader output = process.inputReader(UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        return URI.create("http://127.0.0.1:" + started.group(1));
      }
    }
    throw new IllegalStateException("chromedriver ended before it had started");
  }

  private static Optional<Path> installed(String program) {
    for (String directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
      Path path = Path.of(directory, program);
      if (Files.isExecutable(path)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  private static RuntimeException missing() {
    String message =
        "Tests in a browser need chromium and chromedriver on the PATH;"
            + " on Debian: apt-get install chromium chromium-driver";
    if ("true".equals(System.getenv("CI"))) {
      throw new AssertionError(message);
    }
    System.err.println("SKIPPED: " + message);
    return new TestAbortedException(message);
  }
}
