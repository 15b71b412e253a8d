package io.svc.scanner.detect;

/**
 * Facts about a config file other than its content.
 *
 * @param others access of other users of the machine
 * @param group name of the group whose members have the access; empty if all users have it
 * @param link kind of symbolic link
 */
public record FileFacts(Access others, String group, Link link) {
  /** No facts are available. */
  public static final FileFacts UNKNOWN = new FileFacts(Access.NONE, Link.NONE);

  /** Creates facts about a file to which all users have the access. */
  public FileFacts(Access others, Link link) {
    this(others, "", link);
  }

  /**
   * Permissions of a file, from the least to the worst; in a git work tree, only permissions that
   * exceed the tree's permissions.
   */
  public enum Access {
    /** No access, or the file system has no such permissions. */
    NONE,
    /** Other users may read the file. */
    READ,
    /** Other users may replace the file, because they may change its directory. */
    REPLACE,
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
