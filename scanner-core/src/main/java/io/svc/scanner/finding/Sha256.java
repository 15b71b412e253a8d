package io.svc.scanner.finding;

/**
 * SHA-256 (FIPS 180-4) for short inputs. At a cold start, the first lookup of a {@link
 * java.security.MessageDigest} costs more than hashing all findings of a file.
 */
final class Sha256 {
  private static final int BLOCK = 64;
  private static final int LENGTH_BYTES = 8;

  /** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
  private static final int[] CONSTANTS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  private Sha256() {}

  /** Returns the 32 bytes of the hash. */
  static byte[] digest(byte[] input) {
    int[] state = {
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    };
    int[] words = new int[BLOCK];
    int whole = input.length / BLOCK * BLOCK;
    for (int start = 0; start < whole; start += BLOCK) {
      addBlock(input, start, state, words);
    }
    int rest = input.length - whole;
    // The rest, a one bit, zeros, and the length in bits.
    byte[] tail = new byte[rest + 1 + LENGTH_BYTES <= BLOCK ? BLOCK : 2 * BLOCK];
    System.arraycopy(input, whole, tail, 0, rest);
    tail[rest] = (byte) 0x80;
    long bits = input.length * 8L;
    for (int i = 0; i < LENGTH_BYTES; i++) {
      tail[tail.length - 1 - i] = (byte) (bits >>> (8 * i));
    }
    for (int start = 0; start < tail.length; start += BLOCK) {
      addBlock(tail, start, state, words);
    }
    byte[] digest = new byte[state.length * 4];
    for (int i = 0; i < digest.length; i++) {
      digest[i] = (byte) (state[i / 4] >>> (24 - i % 4 * 8));
    }
    return digest;
  }

  private static void addBlock(byte[] bytes, int start, int[] state, int[] words) {
    for (int i = 0, at = start; i < 16; i++, at += 4) {
      words[i] =
          (bytes[at] << 24)
              | ((bytes[at + 1] & 0xff) << 16)
              | ((bytes[at + 2] & 0xff) << 8)
              | (bytes[at + 3] & 0xff);
    }
    // Rotations are written out: the interpreter pays for each call.
    for (int i = 16; i < BLOCK; i++) {
      int x = words[i - 15];
      int y = words[i - 2];
      words[i] =
          words[i - 16]
              + words[i - 7]
              + (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3))
              + (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    }
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    int f = state[5];
    int g = state[6];
    int h = state[7];
    int[] constants = CONSTANTS;
    for (int i = 0; i < BLOCK; i++) {
      int first =
          h
              + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7)))
              + ((e & f) ^ (~e & g))
              + constants[i]
              + words[i];
      int second =
          (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10)))
              + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + first;
      d = c;
      c = b;
      b = a;
      a = first + second;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}
