package io.svc.cli.hook;

import io.svc.cli.console.AtomicFile;
import io.svc.cli.console.UserErrorException;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A git hook with or without our lines between two marks. Other lines are preserved byte for byte:
 * the text has one character for each byte.
 */
public final class HookFile {
  private static final String MARK = "# >>> svc-preflight";
  private static final String SEPARATE_HOOK = MARK + ": a hook of its own >>>\n";
  private static final String IN_FRONT = MARK + ": in front of another hook >>>\n";
  private static final String END = "# <<< svc-preflight <<<";
  private static final String SHELL = "#!/bin/sh\n";
  private static final Pattern SHELLS =
      Pattern.compile("#!\\s*(\\S*/)?(env\\s+(-S\\s+)?)?(\\S*/)?(ba|da|a|k|mk|z)?sh(\\s.*)?");
  private static final Set<PosixFilePermission> PROGRAM =
      PosixFilePermissions.fromString("rwxr-xr-x");

  private final Path path;
  private final boolean exists;
  private final String text;

  private HookFile(Path path, boolean exists, String text) {
    this.path = path;
    this.exists = exists;
    this.text = text;
  }

  /**
   * Reads the hook; its text is empty if the file does not exist.
   *
   * @throws UserErrorException if it cannot be read
   */
  public static HookFile read(Path path) {
    try {
      return new HookFile(path, true, RegularFile.text(path, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return new HookFile(path, false, "");
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read the hook at " + path + ": " + FileErrorText.reasonOf(e));
    }
  }

  /** Returns whether the hook contains our lines. */
  public boolean isInstalled() {
    return start() >= 0;
  }

  /** Returns whether the hook also contains other lines. */
  public boolean isShared() {
    return isInstalled() && !without().equals(SHELL);
  }

  /** Returns whether git ignores the hook. */
  public boolean isIgnored() {
    return exists && !Files.isExecutable(path);
  }

  /** Adds or updates our lines; returns false if they were up to date. */
  public boolean install(String lines) {
    String after = isInstalled() ? replaced(lines) : added(lines);
    if (after.equals(text) && !isIgnored()) {
      return false;
    }
    refuseLink();
    write(after);
    return true;
  }

  /**
   * Removes our lines, and the file if it contains nothing else; returns false if there were none.
   */
  public boolean uninstall() {
    if (!isInstalled()) {
      return false;
    }
    refuseLink();
    String rest = without();
    if (rest.equals(SHELL) && text.startsWith(SEPARATE_HOOK, start())) {
      try {
        Files.delete(path);
      } catch (IOException e) {
        throw new UserErrorException(
            "cannot delete the hook at " + path + ": " + FileErrorText.reasonOf(e));
      }
    } else {
      write(rest);
    }
    return true;
  }

  private String added(String lines) {
    if (!exists) {
      return SHELL + SEPARATE_HOOK + lines + END + "\n";
    }
    int endOfLine = text.indexOf('\n');
    String firstLine = endOfLine < 0 ? text : text.substring(0, endOfLine);
    if (!SHELLS.matcher(firstLine.stripTrailing()).matches()) {
      throw new UserErrorException(
          "there is a hook at "
              + path
              + " that is not a shell script; call svc-preflight scan --staged from it");
    }
    if (isIgnored()) {
      throw new UserErrorException(
          "there is a hook at "
              + path
              + " that is not executable, so Git ignores it; make it executable or delete it");
    }
    String block = IN_FRONT + lines + END;
    // At the start, because many hooks end with exec or exit.
    return endOfLine < 0
        ? text + "\n" + block
        : text.substring(0, endOfLine + 1) + block + "\n" + text.substring(endOfLine + 1);
  }

  private String replaced(String lines) {
    int afterMark = text.indexOf('\n', start()) + 1;
    return text.substring(0, afterMark) + lines + text.substring(end() - END.length());
  }

  private String without() {
    int start = start();
    int end = end();
    // Installation added a line feed before our lines if the hook did not end with one.
    return end == text.length()
        ? text.substring(0, Math.max(0, start - 1))
        : text.substring(0, start) + text.substring(end + 1);
  }

  /** Returns the position of our first mark; -1 if there is none. */
  private int start() {
    int start = text.indexOf("\n" + MARK);
    return start < 0 ? -1 : start + 1;
  }

  /** Returns the position after the last mark. */
  private int end() {
    int start = start();
    int end = text.indexOf("\n" + END, start);
    boolean isOnce = text.indexOf("\n" + MARK, start) < 0;
    if (end < 0 || !isOnce) {
      throw new UserErrorException(
          "the lines of svc-preflight in "
              + path
              + " are missing a marker; remove them manually, from \""
              + MARK
              + "\" to \""
              + END
              + "\"");
    }
    return end + 1 + END.length();
  }

  /** The target of a link may be a file of the project, or a hook that many repositories share. */
  private void refuseLink() {
    if (Files.isSymbolicLink(path)) {
      throw new UserErrorException(
          "the hook at "
              + path
              + " is a symbolic link; call svc-preflight scan --staged from its target");
    }
  }

  private void write(String after) {
    try {
      Set<PosixFilePermission> mode = exists ? Files.getPosixFilePermissions(path) : PROGRAM;
      AtomicFile.write(path, after.getBytes(StandardCharsets.ISO_8859_1), executable(mode));
    } catch (UnsupportedOperationException e) {
      // Windows: git does not check permissions there.
      AtomicFile.write(path, after.getBytes(StandardCharsets.ISO_8859_1), Set.of());
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot write the hook at " + path + ": " + FileErrorText.reasonOf(e));
    }
  }

  /** Git ignores a hook without execute permission, which our own hook may have lost. */
  private Set<PosixFilePermission> executable(Set<PosixFilePermission> mode) {
    if (mode.contains(PosixFilePermission.OWNER_EXECUTE)) {
      return mode;
    }
    return isShared() ? mode : PROGRAM;
  }
}
