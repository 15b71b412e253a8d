package io.svc.server.discovery.platform;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/** A platform cannot be looked through. The message is a sentence for people, without content. */
public final class PlatformException extends Exception {
  private static final long serialVersionUID = 1;

  /** Why. */
  public enum Kind {
    /** The platform refused the credentials. */
    CREDENTIALS,
    /** It asked to come back later. */
    BUSY,
    /** An answer is longer than anybody reads here. */
    TOO_LARGE,
    /** Whoever asked wants no more. */
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

  /** The status that was answered; 0 where nothing was. */
  int status() {
    return status;
  }

  /** When the platform wants to be asked again, at the earliest. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
