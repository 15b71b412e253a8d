package io.svc.scanner.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a file decoded as UTF-8, or as UTF-16 when the file has its byte order mark.
 *
 * @param text the text without its byte order mark
 * @param hasBadBytes whether bytes that are not valid UTF-8, or NUL, were replaced by U+FFFD
 */
record SourceText(String text, boolean hasBadBytes) {

  /** Decodes a file of a client. A file with a NUL is no configuration. */
  static SourceText decode(byte[] bytes) throws UnreadableConfigException {
    SourceText source = decodeAny(bytes);
    if (!isUtf16(bytes) && source.text.indexOf('\0') >= 0) {
      throw new UnreadableConfigException("the file is binary, not text");
    }
    return source;
  }

  /** Decodes a text that its readers accept with any bytes: they skip or replace a NUL. */
  static SourceText ofAny(byte[] bytes) {
    SourceText source = decodeAny(bytes);
    return source.text.indexOf('\0') < 0
        ? source
        : new SourceText(source.text.replace('\0', '\uFFFD'), true);
  }

  private static SourceText decodeAny(byte[] bytes) {
    if (startsWith(bytes, 0xFE, 0xFF)) {
      return decode(bytes, 2, StandardCharsets.UTF_16BE);
    }
    if (startsWith(bytes, 0xFF, 0xFE)) {
      return decode(bytes, 2, StandardCharsets.UTF_16LE);
    }
    return decode(bytes, startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0, StandardCharsets.UTF_8);
  }

  private static boolean isUtf16(byte[] bytes) {
    return startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE);
  }

  private static SourceText decode(byte[] bytes, int from, Charset charset) {
    // An invalid byte must not prevent the scan of the remaining file.
    String text = new String(bytes, from, bytes.length - from, charset);
    // A replacement character can also be in the file itself.
    return new SourceText(text, text.indexOf('\uFFFD') >= 0 && !isValid(bytes, from, charset));
  }

  private static boolean isValid(byte[] bytes, int from, Charset charset) {
    try {
      charset.newDecoder().decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
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
