package io.svc.scanner.checks.files;

import io.svc.rules.WordListParser;
import java.util.Locale;
import java.util.Set;

/** The extent of the file system that a directory exposes. */
public enum FilesystemExposure {
  /** The root of all files or of a drive. */
  ROOT("the entire file system"),
  /** The home directory of a user, or the parent of all home directories. */
  HOME("an entire home directory"),
  /** A directory of system settings. */
  SYSTEM("a system directory"),
  /** Any other directory. */
  NARROW("");

  private static final Set<String> ROOTS =
      Set.of("/", "/*", "/host", "/mnt/c", "/mnt/c/", "/volumes", "%systemdrive%", "\\");
  private static final Set<String> HOMES =
      WordListParser.set(
          """
          ~ $home ${home} %userprofile% ${userhome} ${env:home} ${env:userprofile} $env:userprofile
          /home /users c:/users /root""");
  private static final Set<String> SYSTEMS =
      Set.of(
          "/etc",
          "/var",
          "/usr",
          "/boot",
          "/proc",
          "/sys",
          "/dev",
          "/var/run",
          "/run",
          "/lib",
          "/bin",
          "/sbin",
          "/opt",
          "/library",
          "/system",
          "c:/windows",
          "c:/program files",
          "c:/programdata");

  private final String words;

  FilesystemExposure(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  public static FilesystemExposure ofPath(String path) {
    String folded = path.strip().replace('\\', '/').toLowerCase(Locale.ROOT);
    if (folded.startsWith("file://")) {
      folded = folded.substring("file://".length());
    }
    while (folded.length() > 1 && folded.endsWith("/")) {
      folded = folded.substring(0, folded.length() - 1);
    }
    if (folded.isEmpty()) {
      return NARROW;
    }
    boolean hasDrive =
        folded.length() >= 2 && folded.charAt(1) == ':' && Character.isLetter(folded.charAt(0));
    String withoutDrive = hasDrive ? folded.substring(2) : folded;
    if (ROOTS.contains(folded) || (hasDrive && withoutDrive.isEmpty())) {
      return ROOT;
    }
    if (HOMES.contains(folded) || HOMES.contains(withoutDrive) || isHome(withoutDrive)) {
      return HOME;
    }
    return SYSTEMS.contains(folded) ? SYSTEM : NARROW;
  }

  /**
   * Returns whether a path is a home directory: {@code /home/name}, {@code /Users/name}, {@code
   * C:\Users\name}, {@code /mnt/c/Users/name}.
   */
  private static boolean isHome(String path) {
    for (String parent : new String[] {"/home/", "/users/", "/c/users/", "/mnt/c/users/"}) {
      if (path.startsWith(parent)) {
        String name = path.substring(parent.length());
        return !name.isEmpty()
            && name.indexOf('/') < 0
            && !name.equals("shared")
            && !name.equals("public");
      }
    }
    return false;
  }
}
