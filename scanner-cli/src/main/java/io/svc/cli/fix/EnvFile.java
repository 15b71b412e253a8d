package io.svc.cli.fix;

import io.svc.cli.console.UserErrorException;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import io.svc.scanner.fix.EnvFileText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The file that secrets are moved to. It is append-only and readable only by its owner. */
final class EnvFile {
  private final Path path;
  private final byte[] before;
  private final EnvFileText text;

  private EnvFile(Path path, byte[] before, EnvFileText text) {
    this.path = path;
    this.before = before;
    this.text = text;
  }

  /** Reads the file if it exists. */
  static EnvFile open(Path path) {
    if (!Files.exists(path)) {
      Path parent = path.toAbsolutePath().getParent();
      if (parent == null || !Files.isDirectory(parent)) {
        throw new UserErrorException("cannot write to " + path + ": no such directory: " + parent);
      }
      return new EnvFile(path, new byte[0], new EnvFileText(""));
    }
    if (!Files.isRegularFile(path)) {
      throw new UserErrorException("cannot write secrets to " + path + ": not a regular file");
    }
    try {
      byte[] bytes = RegularFile.bytes(path);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      EnvFileText read = new EnvFileText(text);
      if (read.lineOfOpenQuote().isPresent()) {
        throw new UserErrorException(
            "cannot add to "
                + path
                + ": the quote in line "
                + read.lineOfOpenQuote().getAsInt()
                + " is not closed");
      }
      return new EnvFile(path, bytes, read);
    } catch (CharacterCodingException e) {
      throw new UserErrorException("cannot add to " + path + ": not valid UTF-8");
    } catch (IOException e) {
      throw new UserErrorException("cannot read " + path + ": " + FileErrorText.reasonOf(e));
    }
  }

  EnvFileText text() {
    return text;
  }

  Path path() {
    return path;
  }

  /** Returns whether the current permissions let others read it. */
  boolean isReadByOthers() {
    try {
      Set<PosixFilePermission> more = new HashSet<>(Files.getPosixFilePermissions(path));
      more.removeAll(PrivateFileWriter.OWNER_ONLY);
      more.remove(PosixFilePermission.OWNER_EXECUTE);
      return !more.isEmpty();
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Appends values and syncs them to the disk before it returns. */
  void add(Map<String, String> secrets) {
    try {
      if (Files.exists(path) && !Arrays.equals(RegularFile.bytes(path), before)) {
        throw new UserErrorException("nothing was written: " + path + " changed in the meantime");
      }
    } catch (IOException e) {
      throw new UserErrorException("cannot read " + path + ": " + FileErrorText.reasonOf(e));
    }
    PrivateFileWriter.writeForOwner(path, text.with(secrets).getBytes(StandardCharsets.UTF_8));
  }
}
