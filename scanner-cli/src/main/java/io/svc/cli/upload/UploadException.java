package io.svc.cli.upload;

/** Something that keeps a report from being sent. The message says what, and holds no key. */
public final class UploadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UploadException(String message) {
    super(message, null, false, false);
  }
}
