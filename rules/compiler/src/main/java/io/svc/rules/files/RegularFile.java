package io.svc.rules.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Opens regular files only. Opening a named pipe without a writer blocks forever, reading a device
 * may never end, and either may be in place of a config file. All code of the scanner and the
 * command reads files through this class.
 *
 * <p>The check and the opening are two calls: this protects against special files in a directory,
 * but not against a program that replaces files between the two calls.
 */
public final class RegularFile {
  private static final String EXPECTED = "; expected a regular file";

  // The file type bits of a mode (POSIX, sys/stat.h).
  private static final int TYPE = 0170000;
  private static final int PIPE = 0010000;
  private static final int CHARACTER_DEVICE = 0020000;
  private static final int BLOCK_DEVICE = 0060000;
  private static final int SOCKET = 0140000;

  private RegularFile() {}

  /**
   * Opens a file.
   *
   * @throws NotRegularFileException if the path leads to a directory, a pipe, a device, a socket or
   *     a file of the kernel
   * @throws IOException if the file cannot be opened
   */
  public static InputStream open(Path path) throws IOException {
    check(path);
    return Files.newInputStream(path);
  }

  /** Returns all bytes of a file. Throws the exceptions of {@link #open}. */
  public static byte[] bytes(Path path) throws IOException {
    check(path);
    return Files.readAllBytes(path);
  }

  /**
   * Returns the text of a file. Throws the exceptions of {@link #open}, and {@link
   * java.nio.charset.CharacterCodingException} if the bytes are invalid in the encoding.
   */
  public static String text(Path path, Charset charset) throws IOException {
    return charset.newDecoder().decode(ByteBuffer.wrap(bytes(path))).toString();
  }

  private static void check(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw new NotRegularFileException(path.toString(), "it is a directory; expected a file");
    }
    if (!attributes.isRegularFile()) {
      throw new NotRegularFileException(path.toString(), typeOf(path) + EXPECTED);
    }
    // Linux shows parts of the kernel as regular files without a size; some of them never end.
    if (attributes.size() == 0 && isOfKernel(path.toRealPath())) {
      throw new NotRegularFileException(path.toString(), "it is a kernel file" + EXPECTED);
    }
  }

  private static boolean isOfKernel(Path real) {
    return real.startsWith("/proc") || real.startsWith("/sys");
  }

  private static String typeOf(Path path) throws IOException {
    int mode;
    try {
      mode = (int) Files.getAttribute(path, "unix:mode");
    } catch (UnsupportedOperationException e) {
      return "it is not a regular file";
    }
    return switch (mode & TYPE) {
      case PIPE -> "it is a named pipe";
      case CHARACTER_DEVICE, BLOCK_DEVICE -> "it is a device";
      case SOCKET -> "it is a socket";
      default -> "it is not a regular file";
    };
  }
}
