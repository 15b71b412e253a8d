package io.svc.report;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The directory that file names in reports for other programs are relative to: those programs look
 * files up in a repository.
 */
record SourceRoot(Path directory) {
  SourceRoot {
    directory = directory.toAbsolutePath().normalize();
  }

  /**
   * Returns the name of a file with slashes: relative if it is in this directory, otherwise
   * absolute. A name that is not a path of this machine, or that a baseline gives relative to a
   * home directory, is not changed.
   */
  String name(String configPath) {
    Path file;
    try {
      file = directory.resolve(configPath).normalize();
    } catch (InvalidPathException e) {
      return configPath;
    }
    boolean isInside = file.startsWith(directory) && !file.equals(directory);
    String name = (isInside ? directory.relativize(file) : file).toString();
    // On systems other than Windows, a backslash is part of the name.
    return file.getFileSystem().getSeparator().equals("\\") ? name.replace('\\', '/') : name;
  }
}
