package io.svc.cli.targets;

import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Contents in memory, by the paths under which they are reported. */
final class MemoryContents implements ScanTargets.VirtualFileSource {
  private static final FileFacts IS_LINK = new FileFacts(Access.NONE, Link.WITHIN);

  private final Map<Path, byte[]> contents;
  private final Set<Path> links;

  /**
   * Creates the contents.
   *
   * @param links the paths that are symbolic links
   */
  MemoryContents(Map<Path, byte[]> contents, Set<Path> links) {
    this.contents = new HashMap<>(contents);
    this.links = Set.copyOf(links);
  }

  @Override
  public InputStream open(Path path) throws NoSuchFileException {
    byte[] content = contents.get(path);
    if (content == null) {
      throw new NoSuchFileException(path.toString());
    }
    return new ByteArrayInputStream(content);
  }

  /** These contents are not on the disk, so its permissions do not apply. */
  @Override
  public FileFacts apply(Path path) {
    return links.contains(path) ? IS_LINK : FileFacts.UNKNOWN;
  }
}
