package io.svc.server.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.NumericNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses untrusted input: strict RFC 8259, and every error with its position. */
final class StrictReader {
  private static final Pattern POSITION_IN_MESSAGE =
      Pattern.compile("line: (\\d+), column: (\\d+)");

  private final ObjectMapper mapper;
  private final ObjectReader reader;

  StrictReader(ObjectMapper mapper) {
    this.mapper = mapper;
    // A part of a document has following content; the complete document is checked separately.
    this.reader =
        mapper
            .reader()
            .with(new StrictNodes())
            .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  /** Such a number would be infinite, which JSON cannot represent. */
  private static final class StrictNodes extends Json.LongNodeFactory {
    private static final long serialVersionUID = 1L;

    @Override
    public NumericNode numberNode(double value) {
      if (Double.isInfinite(value)) {
        throw new TooLarge();
      }
      return super.numberNode(value);
    }
  }

  private static final class TooLarge extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    TooLarge() {
      super("a number is too large; expected one of 64 bits");
    }
  }

  JsonNode read(byte[] bytes) throws BadJsonException {
    try (JsonParser parser = mapper.createParser(decoded(bytes))) {
      return read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode read(JsonParser parser) throws BadJsonException, IOException {
    try {
      JsonNode node = reader.readTree(parser);
      if (node == null || node.isMissingNode()) {
        throw new BadJsonException("the body is empty", 1, 1);
      }
      if (parser.nextToken() != null) {
        JsonLocation at = parser.currentTokenLocation();
        throw new BadJsonException(
            "unexpected content after the value", at.getLineNr(), at.getColumnNr());
      }
      return node;
    } catch (JsonProcessingException e) {
      throw bad(e, parser.currentLocation());
    } catch (TooLarge e) {
      JsonLocation at = parser.currentTokenLocation();
      throw new BadJsonException(
          "a number is too large for any of 64 bits", at.getLineNr(), at.getColumnNr());
    }
  }

  private static String decoded(byte[] bytes) throws BadJsonException {
    if (isAscii(bytes)) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    ByteBuffer remaining = ByteBuffer.wrap(bytes);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = strict();
    if (decoder.decode(remaining, text, true).isError()) {
      // The text that was read ends before the first invalid byte.
      String before = text.flip().toString();
      int lineFeed = before.lastIndexOf('\n');
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      throw new BadJsonException("not UTF-8", line, before.length() - lineFeed);
    }
    return text.flip().toString();
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  private static CharsetDecoder strict() {
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  JsonParser parser(InputStream in) throws IOException {
    JsonParser parser = mapper.createParser(new InputStreamReader(in, strict()));
    parser.setCodec(reader);
    return parser;
  }

  /**
   * The library's messages contain class names and quote the text, so only the position is used.
   */
  private static BadJsonException bad(JsonProcessingException e, JsonLocation reached) {
    String message = String.valueOf(e.getOriginalMessage());
    String reason = "not valid JSON";
    if (message.contains("Duplicate field")) {
      reason = "a name occurs twice in one object";
    } else if (message.contains("nesting depth")) {
      reason = "nested more than " + Json.DEPTH + " deep";
    } else if (message.contains("Number value length") || message.contains("Name length")) {
      reason = "a number or a name is too long";
    } else if (message.contains("end-of-input")) {
      reason = "the text ends in the middle of a value";
    }
    // Exceeded limits are reported without a position, or with one in the message.
    JsonLocation at = e.getLocation();
    if (at == null || at.getLineNr() <= 0) {
      Matcher matcher = POSITION_IN_MESSAGE.matcher(String.valueOf(e.getMessage()));
      if (matcher.find()) {
        return new BadJsonException(
            reason, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      }
      at = reached;
    }
    return new BadJsonException(reason, at.getLineNr(), at.getColumnNr());
  }
}
