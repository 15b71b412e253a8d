package io.svc.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Directories with all that is in them. */
final class Trees {
  private Trees() {}

  /** The SHA-256 of every file, by its path below the directory. */
  static Map<String, String> sums(Path directory) throws IOException {
    Map<String, String> sums = new TreeMap<>();
    for (Path path : all(directory)) {
      if (Files.isRegularFile(path)) {
        sums.put(directory.relativize(path).toString(), PackageChecksums.of(path));
      }
    }
    return sums;
  }

  /** Copies with permissions, as {@code cp -a} does; times are those of the copy. */
  static Path copy(Path directory, Path target) throws IOException {
    for (Path path : all(directory)) {
      Path copy = target.resolve(directory.relativize(path));
      Files.copy(path, copy, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(path));
    }
    return target;
  }

  /** The directory first, then what is in it. */
  static List<Path> all(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.sorted().toList();
    }
  }
}
