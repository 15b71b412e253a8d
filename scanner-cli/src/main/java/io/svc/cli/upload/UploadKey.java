package io.svc.cli.upload;

import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** An API key of the service. Its text is only sent in one header. */
public final class UploadKey {
  private final String value;

  private UploadKey(String value) {
    this.value = value;
  }

  /**
   * Parses a key; surrounding spaces and line ends are ignored.
   *
   * @param origin the source of the text, for the message
   * @throws UploadException if it cannot be a key
   */
  public static UploadKey of(String text, String origin) {
    String value = text.strip();
    if (value.isEmpty()) {
      throw new UploadException(origin + " is empty; expected an API key");
    }
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) <= ' ' || value.charAt(i) > '~') {
        throw new UploadException(
            origin + " contains a space, a line break, or a character that is invalid in API keys");
      }
    }
    return new UploadKey(value);
  }

  /**
   * Reads the key in a file.
   *
   * @throws UploadException if there is none
   */
  public static UploadKey inFile(Path file) {
    try {
      return of(RegularFile.text(file, StandardCharsets.UTF_8), "the key file " + file);
    } catch (NoSuchFileException e) {
      throw new UploadException("key file not found at " + file);
    } catch (IOException e) {
      throw new UploadException(
          "cannot read the key file " + file + ": " + FileErrorText.reasonOf(e));
    }
  }

  String authorization() {
    return "Bearer " + value;
  }

  @Override
  public String toString() {
    return "ApiKey[***]";
  }
}
