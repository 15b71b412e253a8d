package io.svc.scanner.detect;

/**
 * Facts about a config file other than its content.
 *
 * @param others access of other users of the machine
 * @param link kind of symbolic link
 */
public record FileFacts(Access others, Link link) {
  /** No facts are available. */
  public static final FileFacts UNKNOWN = new FileFacts(Access.NONE, Link.NONE);

  /**
   * Permissions of a file; in a git work tree, only permissions that exceed the tree's permissions.
   */
  public enum Access {
    /** No access, or the file system has no such permissions. */
    NONE,
    /** Other users may read the file. */
    READ,
    /** Other users may change the file. */
    WRITE
  }

  /** Kinds of symbolic links. */
  public enum Link {
    /** Not a symbolic link. */
    NONE,
    /** A link to a target in the same project or home directory. */
    WITHIN,
    /** A link to a target outside the project or the home directory. */
    OUTSIDE
  }
}
