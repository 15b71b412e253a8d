package io.svc.cli.targets;

import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.scan.ContentSource;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.ScanSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The targets of a run.
 *
 * @param isWhole whether these are all files of the project and of the machine
 * @param isIncomplete whether something could not be read, which has been reported
 * @param elsewhere the source of contents that are not read from the disk
 */
public record ScanTargets(
    List<ScanRequest> requests,
    boolean isWhole,
    boolean isIncomplete,
    Optional<VirtualFileSource> elsewhere) {

  /** A source of contents and file facts other than the disk. */
  public interface VirtualFileSource extends ContentSource, Function<Path, FileFacts> {}

  public ScanTargets {
    requests = List.copyOf(requests);
  }

  /** Returns targets with files on the disk and no unreadable file. */
  static ScanTargets files(List<ScanRequest> requests, boolean isFullScan) {
    return new ScanTargets(requests, isFullScan, false, Optional.empty());
  }

  /** Returns a copy with other files. */
  ScanTargets with(List<ScanRequest> other) {
    return new ScanTargets(other, isWhole, isIncomplete, elsewhere);
  }

  /** Returns the settings with which a scanner reads these contents. */
  public ScanSettings settings(ScanSettings plain) {
    return elsewhere.isEmpty()
        ? plain
        : plain.withContents(elsewhere.get()).withFileFacts(elsewhere.get());
  }
}
