package io.svc.scanner.scan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;

/** Asks this machine whether other users may change a program. */
final class FileModes {
  private FileModes() {}

  /** False where there is no such file, or no such permissions. */
  static boolean isWritableByOthers(String path) {
    try {
      Path file = Path.of(path);
      return file.isAbsolute()
          && Files.isRegularFile(file)
          && Files.readAttributes(file, PosixFileAttributes.class)
              .permissions()
              .contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
      return false;
    }
  }
}
