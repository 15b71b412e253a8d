package io.svc.server.discovery.platform;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/** The failure of a scan. The message is a sentence to display, without content. */
public final class PlatformException extends Exception {
  private static final long serialVersionUID = 1;

  /** The reason. */
  public enum Kind {
    /** The platform rejected the credentials. */
    CREDENTIALS,
    /** The platform limits the rate. */
    BUSY,
    /** A response exceeds the size limit. */
    TOO_LARGE,
    /** The scan was ended by its caller. */
    ENDED,
    /** Anything else. */
    FAILED
  }

  private final Kind kind;
  private final int status;
  private final transient Optional<Duration> retryAfter;

  PlatformException(Kind kind, String message) {
    this(kind, message, 0, Optional.empty());
  }

  PlatformException(Kind kind, String message, int status, Optional<Duration> retryAfter) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the status code of the response; 0 without a response. */
  int status() {
    return status;
  }

  /** Returns the earliest time of the next request that the platform accepts. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
