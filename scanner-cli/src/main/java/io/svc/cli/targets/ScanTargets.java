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
 * What one run scans.
 *
 * @param isWhole whether these are all files of the project and of the machine
 * @param isIncomplete whether there was something that could not be looked at, which has been told
 * @param elsewhere where contents come from that are not what lies on the disk
 */
public record ScanTargets(
    List<ScanRequest> requests,
    boolean isWhole,
    boolean isIncomplete,
    Optional<Elsewhere> elsewhere) {

  /** Contents that are not those of the files, and what is known of such a file besides. */
  public interface Elsewhere extends ContentSource, Function<Path, FileFacts> {}

  public ScanTargets {
    requests = List.copyOf(requests);
  }

  /** Files on the disk, all of which could be looked at. */
  static ScanTargets files(List<ScanRequest> requests, boolean isWhole) {
    return new ScanTargets(requests, isWhole, false, Optional.empty());
  }

  /** The same with other files. */
  ScanTargets with(List<ScanRequest> other) {
    return new ScanTargets(other, isWhole, isIncomplete, elsewhere);
  }

  /** Settings with which a scanner sees the contents that are meant. */
  public ScanSettings settings(ScanSettings plain) {
    return elsewhere.isEmpty()
        ? plain
        : plain.withContents(elsewhere.get()).withFileFacts(elsewhere.get());
  }
}
