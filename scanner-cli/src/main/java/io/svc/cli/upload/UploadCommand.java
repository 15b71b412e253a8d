package io.svc.cli.upload;

import static io.svc.cli.console.CommandSpecs.flag;
import static io.svc.cli.console.CommandSpecs.option;
import static java.util.Objects.requireNonNull;

import io.svc.cli.console.CommandSpecs;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.report.ToolMetadata;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code svc-preflight upload}: sends reports to the service. It is the only command that connects.
 */
public final class UploadCommand {
  private static final String STANDARD_INPUT = "-";
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final int DEFAULT_TRIES = 5;
  private static final int DEFAULT_SECONDS = 60;

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  public UploadCommand(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpecs.command("upload");
    spec.usageMessage()
        .description("Uploads scan reports to the service. No other command opens a connection.")
        .footer(
            "",
            "Sends each report in a separate request and retries when the service or the",
            "network fails temporarily. The service recognizes reports that it already stored.",
            "HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE apply. A report contains masked values,",
            "never secrets.",
            "",
            "Exit codes: 0 all reports uploaded, 2 a report was not uploaded.",
            "",
            "Examples:",
            "  svc-preflight scan --include-assets --org-id org_acme --output report.json",
            "  svc-preflight upload report.json --url https://svc.example.com --api-key-file"
                + " ~/.svc-key",
            "  svc-preflight scan --inventory | svc-preflight upload - --org-id org_acme");
    spec.addPositional(
        CommandSpecs.positionals("REPORT", "JSON scan report; - reads standard input."));
    spec.addOption(option("URL", "Base address of the service. Default: SVC_URL.", "--url"));
    spec.addOption(option("ORG_ID", "Organization ID for reports without one.", "--org-id"));
    spec.addOption(
        option(
            "PATH",
            "File that contains only the API key. Default: SVC_API_KEY_FILE, or the key in"
                + " SVC_API_KEY.",
            "--api-key-file"));
    spec.addOption(
        option(
            "KEY",
            "API key. It is visible in the shell history and in process lists; we recommend"
                + " --api-key-file.",
            "--api-key"));
    spec.addOption(
        option("SECONDS", "Timeout of one attempt, in seconds. Default: 60.", "--timeout"));
    spec.addOption(option("TRIES", "Maximum number of attempts. Default: 5.", "--tries"));
    spec.addOption(flag("Allow sending the key over http to another machine.", "--allow-http"));
    spec.addOption(flag("Print only errors.", "--quiet", "-q"));
    return spec;
  }

  public ExitCode run() {
    try {
      return upload();
    } catch (UploadException e) {
      throw new UserErrorException(requireNonNull(e.getMessage()));
    }
  }

  private ExitCode upload() {
    List<String> names = options.positionals();
    if (names.isEmpty()) {
      throw new UserErrorException(
          "missing REPORT; specify a report from svc-preflight scan, or - for standard input");
    }
    ServiceAddress service = ServiceAddress.of(url(), options.has("--allow-http"));
    ReportUploader uploader =
        new ReportUploader(
            service,
            key(),
            new RetryPolicy(
                options.number("--tries", DEFAULT_TRIES, 1, 100),
                Duration.ofSeconds(options.number("--timeout", DEFAULT_SECONDS, 1, 3_600)),
                FIRST_PAUSE),
            surroundings.environment(),
            ToolMetadata.NAME + "/" + ToolMetadata.version(),
            note -> {
              if (!options.has("--quiet")) {
                console.printMessage("warning: " + note);
              }
            });
    // All files are read before anything is sent, so that a wrong name does not cause a partial
    // upload.
    List<ReportFile.Report> reports = new ArrayList<>();
    for (String name : names) {
      reports.addAll(new ReportFile(name, options.text("--org-id")).read(text(name)));
    }
    for (ReportFile.Report report : reports) {
      printReceipt(report, uploader.upload(report));
    }
    return ExitCode.CLEAN;
  }

  private String url() {
    Optional<String> url = options.text("--url").or(() -> variable("SVC_URL"));
    if (url.isEmpty()) {
      throw new UserErrorException("missing service address; specify it with --url or SVC_URL");
    }
    return url.get();
  }

  private UploadKey key() {
    Optional<String> key = options.text("--api-key");
    Optional<Path> file = options.path("--api-key-file");
    if (key.isPresent() && file.isPresent()) {
      throw new UserErrorException("--api-key and --api-key-file cannot be combined");
    }
    if (key.isPresent()) {
      return UploadKey.of(key.get(), "--api-key");
    }
    if (file.isEmpty()) {
      Optional<String> value = variable("SVC_API_KEY");
      if (value.isPresent()) {
        return UploadKey.of(value.get(), "SVC_API_KEY");
      }
      file = variable("SVC_API_KEY_FILE").map(path -> Options.toPath("SVC_API_KEY_FILE", path));
    }
    if (file.isEmpty()) {
      throw new UserErrorException(
          "missing API key; specify a file with --api-key-file, or set SVC_API_KEY");
    }
    return UploadKey.inFile(surroundings.resolve(file.get()));
  }

  private Optional<String> variable(String name) {
    String value = surroundings.environment().getOrDefault(name, "");
    return value.isBlank() ? Optional.empty() : Optional.of(value);
  }

  private String text(String name) {
    try {
      return name.equals(STANDARD_INPUT)
          ? new String(surroundings.in().readAllBytes(), StandardCharsets.UTF_8)
          : RegularFile.text(
              surroundings.resolve(Options.toPath("REPORT", name)), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new UserErrorException("report not found at " + name);
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read the report " + name + ": " + FileErrorText.reasonOf(e));
    }
  }

  private void printReceipt(ReportFile.Report report, UploadReceipt receipt) {
    if (options.has("--quiet")) {
      return;
    }
    StringBuilder line = new StringBuilder(report.id());
    line.append(receipt.isDuplicate() ? "  already known" : "  accepted");
    if (receipt.findings().isPresent()) {
      line.append("  ").append(receipt.findings().get()).append(" findings");
      if (receipt.newFindings().isPresent()) {
        line.append(", ").append(receipt.newFindings().get()).append(" new");
      }
    }
    line.append("  ").append(receipt.page().orElse(report.configPath()));
    console.print(TerminalSanitizer.line(line.toString()) + "\n");
  }
}
