package io.svc.rules;

/** The hash Marvin32, used by .NET and at the end of Azure keys. */
final class SampleMarvin32Hash {
  private int low;
  private int high;

  private SampleMarvin32Hash(long seed) {
    low = (int) seed;
    high = (int) (seed >>> 32);
  }

  /** Returns the hash of bytes with a seed that eight characters identify. */
  static int hash(byte[] bytes, String seedName) {
    long seed = 0;
    for (int i = 0; i < seedName.length(); i++) {
      seed = (seed << 8) | seedName.charAt(i);
    }
    SampleMarvin32Hash marvin = new SampleMarvin32Hash(seed);
    int at = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      marvin.mix(word(bytes, at, 4));
    }
    int rest = bytes.length - at;
    marvin.mix(word(bytes, at, rest) | (0x80 << (8 * rest)));
    marvin.mix(0);
    return marvin.high ^ marvin.low;
  }

  private static int word(byte[] bytes, int from, int count) {
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
