package io.svc.example;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Path;

/** Scans the file that it is given and prints one line for each finding. */
public final class EmbedTheScanner {
  private EmbedTheScanner() {}

  /** Runs the example with the path of one config file. */
  public static void main(String[] arguments) {
    System.out.print(describe(Path.of(arguments[0])));
  }

  /** What the scanner says about a file, for people. Nothing in it is secret. */
  static String describe(Path file) {
    ScanOutcome outcome = Scanner.standard().scan(ScanRequest.of(file));
    StringBuilder text = new StringBuilder();
    if (outcome instanceof Scanned scanned) {
      for (Finding finding : scanned.report().findings()) {
        text.append(finding.severity()).append(' ').append(finding.findingType());
        text.append(": ").append(finding.detail()).append('\n');
      }
      text.append(scanned.report().status()).append('\n');
    } else if (outcome instanceof UnreadableFile refused) {
      text.append("cannot be scanned: ").append(refused.reason()).append('\n');
    } else if (outcome instanceof NotFound) {
      text.append("not found\n");
    }
    return text.toString();
  }
}
