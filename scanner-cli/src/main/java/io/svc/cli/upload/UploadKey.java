package io.svc.cli.upload;

import io.svc.rules.files.FileProblem;
import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A key of the service. Its text goes into one header and nowhere else. */
public final class UploadKey {
  private final String value;

  private UploadKey(String value) {
    this.value = value;
  }

  /**
   * The key in a text; blanks and line ends round it do not count.
   *
   * @param origin where the text comes from, for the message
   * @throws UploadException when it cannot be a key
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
   * The key that a file holds.
   *
   * @throws UploadException when there is none
   */
  public static UploadKey inFile(Path file) {
    try {
      return of(RegularFile.text(file, StandardCharsets.UTF_8), "the key file " + file);
    } catch (NoSuchFileException e) {
      throw new UploadException("key file not found at " + file);
    } catch (IOException e) {
      throw new UploadException(
          "cannot read the key file " + file + ": " + FileProblem.reasonOf(e));
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
