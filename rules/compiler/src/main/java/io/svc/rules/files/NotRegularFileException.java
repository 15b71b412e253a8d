package io.svc.rules.files;

import java.nio.file.FileSystemException;

/** A path leads to something other than a regular file, which is never opened. */
public final class NotRegularFileException extends FileSystemException {
  private static final long serialVersionUID = 1L;

  NotRegularFileException(String file, String reason) {
    super(file, null, reason);
  }
}
