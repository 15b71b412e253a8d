package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * A password or passphrase from a file, or from standard input, which is named {@code -}. Never an
 * argument, because all users of a machine can see the arguments of all processes. One trailing
 * line break is removed.
 */
final class SecretFile {
  private static final int LARGEST = 4_096;

  private SecretFile() {}

  static String read(CommandInvocation call, String option, String file) {
    String named = option + " " + SafeText.quoted(file);
    try (InputStream in =
        file.equals("-")
            ? call.surroundings().in()
            : Files.newInputStream(call.surroundings().directory().resolve(file))) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new OperatorErrorException(
            named + " contains more than " + LARGEST + " bytes; expected one line");
      }
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes))
              .toString()
              .replaceFirst("\\R\\z", "");
      if (text.isEmpty() || text.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0)) {
        throw new OperatorErrorException(
            named
                + " contains "
                + (text.isEmpty() ? "nothing" : "several lines")
                + "; expected one line");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw new OperatorErrorException(named + " is not UTF-8; expected one line of text", e);
    } catch (IOException | java.nio.file.InvalidPathException e) {
      throw new OperatorErrorException(named + " cannot be read; expected a file with one line", e);
    }
  }
}
