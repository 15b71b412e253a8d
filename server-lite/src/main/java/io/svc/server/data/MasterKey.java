package io.svc.server.data;

import io.svc.server.OperatorErrorException;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The 32-byte master key, from which all keys that encrypt or sign stored data are derived. */
public final class MasterKey {
  /** The length in bytes. */
  public static final int LENGTH = 32;

  private final byte[] bytes;

  private MasterKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Reads a key from a file that contains exactly its bytes. */
  public static MasterKey read(Path file) {
    String named = "the master key file " + SafeText.quoted(file.toString());
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LENGTH + 1);
      if (bytes.length != LENGTH) {
        String size = bytes.length > LENGTH ? "more than " + LENGTH : "only " + bytes.length;
        throw new OperatorErrorException(
            named + " contains " + size + " bytes; expected exactly " + LENGTH + " random bytes");
      }
      return new MasterKey(bytes);
    } catch (IOException e) {
      throw new OperatorErrorException(
          named + " cannot be read; expected a file that the server may read", e);
    }
  }

  /** Returns a copy of the bytes, which the caller may erase. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public String toString() {
    return "***";
  }
}
