package io.svc.cli.upload;

/** An error that prevents an upload. The message describes it and contains no key. */
public final class UploadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UploadException(String message) {
    super(message, null, false, false);
  }
}
