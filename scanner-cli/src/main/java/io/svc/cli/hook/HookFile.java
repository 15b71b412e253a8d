package io.svc.cli.hook;

import io.svc.cli.console.AtomicFile;
import io.svc.cli.console.UserErrorException;
import io.svc.rules.files.FileProblem;
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
 * A hook of git, with lines of ours between two marks or without. What others wrote stays as it is,
 * byte for byte: the text has one character for each byte.
 */
public final class HookFile {
  private static final String MARK = "# >>> svc-preflight";
  private static final String ALONE = MARK + ": a hook of its own >>>\n";
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
   * The hook as it is; one without text where there is none.
   *
   * @throws UserErrorException when it cannot be read
   */
  public static HookFile read(Path path) {
    try {
      return new HookFile(path, true, RegularFile.text(path, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return new HookFile(path, false, "");
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot read the hook at " + path + ": " + FileProblem.reasonOf(e));
    }
  }

  /** Whether our lines are in it. */
  public boolean isInstalled() {
    return start() >= 0;
  }

  /** Whether the hook is somebody else's, too. */
  public boolean isShared() {
    return isInstalled() && !without().equals(SHELL);
  }

  /** Whether git passes over it. */
  public boolean isIgnored() {
    return exists && !Files.isExecutable(path);
  }

  /** Puts our lines in, or brings them up to date; false when they were there as they should be. */
  public boolean install(String lines) {
    String after = isInstalled() ? replaced(lines) : added(lines);
    if (after.equals(text) && !isIgnored()) {
      return false;
    }
    refuseLink();
    write(after);
    return true;
  }

  /** Takes our lines out, and a file that held nothing else away; false when there were none. */
  public boolean uninstall() {
    if (!isInstalled()) {
      return false;
    }
    refuseLink();
    String rest = without();
    if (rest.equals(SHELL) && text.startsWith(ALONE, start())) {
      try {
        Files.delete(path);
      } catch (IOException e) {
        throw new UserErrorException(
            "cannot delete the hook at " + path + ": " + FileProblem.reasonOf(e));
      }
    } else {
      write(rest);
    }
    return true;
  }

  private String added(String lines) {
    if (!exists) {
      return SHELL + ALONE + lines + END + "\n";
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
    // In front, because many hooks end with exec or exit.
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
    // A hook without a line feed at its end got one in front of our lines.
    return end == text.length()
        ? text.substring(0, Math.max(0, start - 1))
        : text.substring(0, start) + text.substring(end + 1);
  }

  /** Where our first mark stands; -1 where it does not. */
  private int start() {
    int start = text.indexOf("\n" + MARK);
    return start < 0 ? -1 : start + 1;
  }

  /** Right behind the last mark. */
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

  /** What a link leads to may be a file of the project, or the hook of many repositories. */
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
      // Windows: git asks for no permission there.
      AtomicFile.write(path, after.getBytes(StandardCharsets.ISO_8859_1), Set.of());
    } catch (IOException e) {
      throw new UserErrorException(
          "cannot write the hook at " + path + ": " + FileProblem.reasonOf(e));
    }
  }

  /** Our own hook may have lost the permission without which git ignores it. */
  private Set<PosixFilePermission> executable(Set<PosixFilePermission> mode) {
    if (mode.contains(PosixFilePermission.OWNER_EXECUTE)) {
      return mode;
    }
    return isShared() ? mode : PROGRAM;
  }
}
