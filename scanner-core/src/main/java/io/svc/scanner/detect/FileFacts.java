package io.svc.scanner.detect;

/**
 * What is known of a config file besides its content.
 *
 * @param others what other users of the machine may do with it
 * @param link whether the file is a symbolic link, and where to
 */
public record FileFacts(Access others, Link link) {
  /** Nothing is known, or there is nothing to tell. */
  public static final FileFacts UNKNOWN = new FileFacts(Access.NONE, Link.NONE);

  /**
   * Permissions of a file; in a git work tree, only those that exceed the permissions of the tree.
   */
  public enum Access {
    /** Nothing, or the file system has no such permissions. */
    NONE,
    /** It may be read. */
    READ,
    /** It may be changed. */
    WRITE
  }

  /** Where a symbolic link leads. */
  public enum Link {
    /** It is none. */
    NONE,
    /** To a place in the same project or home. */
    WITHIN,
    /** Out of the project, or out of the home. */
    OUTSIDE
  }
}
