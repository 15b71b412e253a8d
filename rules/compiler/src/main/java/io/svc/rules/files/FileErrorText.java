package io.svc.rules.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Map;

/**
 * Explains why a file operation failed. The text of an exception is never shown: it may name a
 * class, or quote content.
 */
public final class FileErrorText {
  private static final String UNKNOWN = "the operating system gives no known reason";

  /** Error texts of operating systems, in lower case, with the explanation for users. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("no space left on device", "no space is left on the disk"),
          Map.entry("there is not enough space on the disk", "no space is left on the disk"),
          Map.entry("disk quota exceeded", "the disk quota is used up"),
          Map.entry("file too large", "the file is larger than the file system allows"),
          Map.entry("read-only file system", "the file system is read-only"),
          Map.entry("permission denied", "permission denied"),
          Map.entry("operation not permitted", "permission denied"),
          Map.entry("access is denied", "permission denied"),
          Map.entry("is a directory", "it is a directory"),
          Map.entry("not a directory", "a part of the path is a file, not a directory"),
          Map.entry("file name too long", "the name is too long"),
          Map.entry("too many levels of symbolic links", "a symbolic link leads to itself"),
          Map.entry("too many open files", "too many files are open"),
          Map.entry("input/output error", "the disk reports an input/output error"),
          Map.entry("stale file handle", "the network file system does not answer"),
          Map.entry("device or resource busy", "it is in use"),
          Map.entry("broken pipe", "the reader has closed the pipe"));

  private FileErrorText() {}

  /** Returns the reason without a period, such as {@code permission denied}. */
  public static String reasonOf(IOException problem) {
    if (problem instanceof NotRegularFileException other) {
      return other.getReason();
    }
    if (problem instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (problem instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (problem instanceof NotDirectoryException) {
      return "a part of the path is a file, not a directory";
    }
    if (problem instanceof FileAlreadyExistsException) {
      return "it exists already";
    }
    if (problem instanceof DirectoryNotEmptyException) {
      return "it is a directory with files in it";
    }
    if (problem instanceof FileSystemLoopException) {
      return "a symbolic link leads to itself";
    }
    if (problem instanceof CharacterCodingException) {
      return "it is not text in the expected encoding";
    }
    String text =
        problem instanceof FileSystemException failure ? failure.getReason() : problem.getMessage();
    return text == null ? UNKNOWN : translated(text.toLowerCase(Locale.ROOT));
  }

  /** Returns whether the reader of an output has closed it, as {@code head} does. */
  public static boolean isBrokenPipe(IOException problem) {
    String text = problem.getMessage();
    if (text == null) {
      return false;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    // Windows has two messages for this.
    return lower.contains("broken pipe")
        || lower.contains("pipe is being closed")
        || lower.contains("pipe has been ended");
  }

  private static String translated(String text) {
    for (Map.Entry<String, String> reason : REASONS.entrySet()) {
      if (text.contains(reason.getKey())) {
        return reason.getValue();
      }
    }
    return UNKNOWN;
  }
}
