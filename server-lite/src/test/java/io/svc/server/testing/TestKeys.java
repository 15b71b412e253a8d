package io.svc.server.testing;

import io.svc.server.data.MasterKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** Master keys. */
public final class TestKeys {
  private TestKeys() {}

  /** A new one, by way of a file in a directory of a test. */
  public static MasterKey create(Path directory) {
    byte[] bytes = new byte[MasterKey.LENGTH];
    new SecureRandom().nextBytes(bytes);
    try {
      return MasterKey.read(Files.write(Files.createTempFile(directory, "master", ".key"), bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
