package io.svc.report;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The directory from which reports for other programs name files: those programs know files by
 * their place in a repository.
 */
record SourceRoot(Path directory) {
  SourceRoot {
    directory = directory.toAbsolutePath().normalize();
  }

  /**
   * The name of a file, with slashes: relative where it lies in this directory, otherwise absolute.
   * What is no path of this machine is left as it is, so is what a baseline names from a home
   * directory.
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
    // Elsewhere than on Windows, a backslash is a character of the name.
    return file.getFileSystem().getSeparator().equals("\\") ? name.replace('\\', '/') : name;
  }
}
