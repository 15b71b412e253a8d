package io.svc.scanner.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a file decoded as UTF-8, or as UTF-16 when the file has its byte order mark.
 *
 * @param text the text without its byte order mark
 * @param hasBadBytes whether bytes that are not valid UTF-8 were replaced by U+FFFD
 */
record SourceText(String text, boolean hasBadBytes) {

  static SourceText decode(byte[] bytes) throws UnreadableConfigException {
    if (startsWith(bytes, 0xFE, 0xFF)) {
      return decode(bytes, 2, StandardCharsets.UTF_16BE);
    }
    if (startsWith(bytes, 0xFF, 0xFE)) {
      return decode(bytes, 2, StandardCharsets.UTF_16LE);
    }
    SourceText source =
        decode(bytes, startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0, StandardCharsets.UTF_8);
    if (source.text.indexOf('\0') >= 0) {
      throw new UnreadableConfigException("the file is binary, not text");
    }
    return source;
  }

  private static SourceText decode(byte[] bytes, int from, Charset charset) {
    ByteBuffer content = ByteBuffer.wrap(bytes, from, bytes.length - from);
    try {
      return new SourceText(charset.newDecoder().decode(content).toString(), false);
    } catch (CharacterCodingException e) {
      // An invalid byte must not prevent the scan of the remaining file.
      return new SourceText(new String(bytes, from, bytes.length - from, charset), true);
    }
  }

  private static boolean startsWith(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xFF) != mark[i]) {
        return false;
      }
    }
    return true;
  }
}
