package io.svc.server.backup;

import io.svc.server.OperatorErrorException;

/** What a backup says of itself. */
public final class ManifestFuzz {
  private ManifestFuzz() {}

  /** It is read, or refused in words. */
  public static void manifest(byte[] data) {
    try {
      BackupManifest manifest = ManifestReader.read(data);
      if (manifest.files().stream().anyMatch(file -> file.size() < 0)) {
        throw new AssertionError("a file is shorter than nothing");
      }
    } catch (OperatorErrorException e) {
      if (e.getMessage().isBlank()) {
        throw new AssertionError("a refusal without words");
      }
    }
  }
}
