package io.svc.scanner.redact;

/** Computes Marvin32, the hash of .NET, with its 64 bits folded to 32. */
final class Marvin32Hash {
  private static final int BYTES = 4;

  private int low;
  private int high;

  private Marvin32Hash(long seed) {
    low = (int) seed;
    high = (int) (seed >>> 32);
  }

  /**
   * Returns the four bytes of the hash, least significant byte first.
   *
   * @param count number of bytes to hash
   * @param seedName seed of eight ASCII characters
   */
  static byte[] hash(byte[] bytes, int count, String seedName) {
    long seed = 0;
    for (int i = 0; i < seedName.length(); i++) {
      seed = (seed << 8) | seedName.charAt(i);
    }
    long hash = hash64(bytes, count, seed);
    int folded = (int) (hash >>> 32) ^ (int) hash;
    return new byte[] {
      (byte) folded, (byte) (folded >>> 8), (byte) (folded >>> 16), (byte) (folded >>> 24)
    };
  }

  static long hash64(byte[] bytes, int count, long seed) {
    Marvin32Hash state = new Marvin32Hash(seed);
    int i = 0;
    for (; i + BYTES <= count; i += BYTES) {
      state.mix(littleEndian(bytes, i, BYTES));
    }
    int rest = count - i;
    state.mix(littleEndian(bytes, i, rest) | (0x80 << (8 * rest)));
    state.mix(0);
    return ((long) state.high << 32) | Integer.toUnsignedLong(state.low);
  }

  static int bigEndian(byte[] bytes) {
    return Integer.reverseBytes(littleEndian(bytes, 0, BYTES));
  }

  private static int littleEndian(byte[] bytes, int from, int count) {
    int word = 0;
    for (int i = 0; i < count; i++) {
      word |= (bytes[from + i] & 255) << (8 * i);
    }
    return word;
  }

  private void mix(int word) {
    low += word;
    high ^= low;
    low = Integer.rotateLeft(low, 20) + high;
    high = Integer.rotateLeft(high, 9) ^ low;
    low = Integer.rotateLeft(low, 27) + high;
    high = Integer.rotateLeft(high, 19);
  }
}
