package io.svc.server.storemigration;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A digest of rows in any order, since databases sort texts differently: the sum of the SHA-256
 * digests. A changed, missing or additional row changes the sum.
 */
final class RowDigest {
  private static final int WORDS = 4;

  private final MessageDigest sha;
  private final ByteBuffer head = ByteBuffer.allocate(1 + Long.BYTES);
  private final long[] sum = new long[WORDS];
  private long rows;

  RowDigest() {
    try {
      this.sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds the next value of a row. */
  void value(@Nullable Object value) {
    if (value == null) {
      head('0', 0);
    } else if (value instanceof String text) {
      bytes('T', text.getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof byte[] bytes) {
      bytes('X', bytes);
    } else if (value instanceof Long number) {
      head('N', number);
    } else if (value instanceof Boolean flag) {
      head('B', flag ? 1 : 0);
    } else if (value instanceof Double number) {
      head('D', Double.doubleToLongBits(number));
    } else {
      throw new IllegalArgumentException("a value of " + value.getClass());
    }
  }

  private void bytes(char kind, byte[] bytes) {
    // With its length, so that pairs of texts are unambiguous.
    head(kind, bytes.length);
    sha.update(bytes);
  }

  private void head(char kind, long number) {
    head.clear();
    head.put((byte) kind).putLong(number);
    sha.update(head.array());
  }

  /** Ends a row. */
  void endRow() {
    ByteBuffer row = ByteBuffer.wrap(sha.digest());
    long carry = 0;
    for (int i = 0; i < WORDS; i++) {
      long word = row.getLong();
      long added = sum[i] + word;
      long total = added + carry;
      carry =
          Long.compareUnsigned(added, word) < 0 || Long.compareUnsigned(total, added) < 0 ? 1 : 0;
      sum[i] = total;
    }
    rows++;
  }

  TableDigest content() {
    ByteBuffer all = ByteBuffer.allocate(WORDS * Long.BYTES);
    for (long word : sum) {
      all.putLong(word);
    }
    return new TableDigest(rows, HexFormat.of().formatHex(all.array()));
  }
}
