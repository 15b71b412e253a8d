package io.svc.scanner.config;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A ZIP archive in memory (APPNOTE.TXT 6.3.10), for archives from strangers: sizes in its headers
 * are not trusted, and nothing is written to disk. The central directory decides, as in the
 * programs that install bundles.
 */
final class ZipArchive {
  /** A bundle with all dependencies of a server has several thousand files. */
  static final int MAX_ENTRIES = 50_000;

  private static final int END = 0x06054b50;
  private static final int CENTRAL = 0x02014b50;
  private static final int LOCAL = 0x04034b50;
  private static final int END_LENGTH = 22;
  private static final int CENTRAL_LENGTH = 46;
  private static final int LOCAL_LENGTH = 30;
  private static final int LONGEST_COMMENT = 0xFFFF;

  /** A value in the field of a count or a size that refers to a ZIP64 record. */
  private static final int ZIP64_COUNT = 0xFFFF;

  private static final int ENCRYPTED = 1;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;

  /** Texts compress 20 times at most in practice; a bomb about 1,000 times. */
  private static final int MAX_RATIO = 200;

  /** The ratio of shorter contents is not limited. */
  private static final int SHORT_CONTENT = 1 << 14;

  private static final int BLOCK = 8192;
  private static final int UNIX = 3;
  private static final int TYPE_MASK = 0xF000;
  private static final int LINK_TYPE = 0xA000;

  /**
   * A file of the archive.
   *
   * @param name name as in the archive, which may leave the directory of the bundle
   * @param isLink whether an installer may create a symbolic link
   */
  record Entry(String name, boolean isLink, int flags, int method, long packedSize, long offset) {
    boolean isDirectory() {
      return name.endsWith("/");
    }
  }

  private final ByteBuffer bytes;
  private final List<Entry> entries = new ArrayList<>();

  private ZipArchive(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns true if a file starts like a ZIP archive, with a file or without any. */
  static boolean isAtStartOf(byte[] bytes) {
    if (bytes.length < 4) {
      return false;
    }
    int signature = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
    return signature == LOCAL || signature == END;
  }

  /** Returns the archive in the bytes of a file. */
  static ZipArchive of(byte[] bytes) throws UnreadableConfigException {
    ZipArchive archive = new ZipArchive(bytes);
    archive.readDirectory();
    return archive;
  }

  /** Returns the files and directories in the order of the central directory. */
  List<Entry> entries() {
    return entries;
  }

  private void readDirectory() throws UnreadableConfigException {
    int end = endRecord();
    int count = bytes.getShort(end + 10) & 0xFFFF;
    long offset = unsigned(end + 16);
    if (count == ZIP64_COUNT || offset == 0xFFFFFFFFL) {
      throw new UnreadableConfigException("the bundle is a ZIP64 archive, which is not supported");
    }
    if (count > MAX_ENTRIES) {
      throw new UnreadableConfigException("the bundle has more than " + MAX_ENTRIES + " entries");
    }
    for (int i = 0; i < count; i++) {
      if (offset + CENTRAL_LENGTH > end || bytes.getInt((int) offset) != CENTRAL) {
        throw damaged();
      }
      offset += read((int) offset, end);
    }
  }

  /** Returns the length of the header at a position. */
  private int read(int start, int end) throws UnreadableConfigException {
    int nameLength = bytes.getShort(start + 28) & 0xFFFF;
    int length =
        CENTRAL_LENGTH
            + nameLength
            + (bytes.getShort(start + 30) & 0xFFFF)
            + (bytes.getShort(start + 32) & 0xFFFF);
    if (start + length > end) {
      throw damaged();
    }
    boolean isUnix = bytes.get(start + 5) == UNIX;
    int mode = bytes.getShort(start + 40) & 0xFFFF;
    entries.add(
        new Entry(
            new String(bytes.array(), start + CENTRAL_LENGTH, nameLength, StandardCharsets.UTF_8),
            isUnix && (mode & TYPE_MASK) == LINK_TYPE,
            bytes.getShort(start + 8) & 0xFFFF,
            bytes.getShort(start + 10) & 0xFFFF,
            unsigned(start + 20),
            unsigned(start + 42)));
    return length;
  }

  /** Returns the position of the last end record; a signature may follow it. */
  private int endRecord() throws UnreadableConfigException {
    int last = bytes.limit() - END_LENGTH;
    for (int i = last; i >= Math.max(0, last - LONGEST_COMMENT); i--) {
      if (bytes.getInt(i) == END) {
        return i;
      }
    }
    throw new UnreadableConfigException(
        "not a ZIP archive, or its end is missing; download or pack the bundle again");
  }

  /**
   * Returns the content of a file.
   *
   * @param limit largest length in bytes, of the content itself
   */
  byte[] contentOf(Entry entry, int limit) throws UnreadableConfigException {
    if ((entry.flags & ENCRYPTED) != 0) {
      throw new UnreadableConfigException(shown(entry) + " is encrypted");
    }
    long header = entry.offset;
    if (header + LOCAL_LENGTH > bytes.limit() || bytes.getInt((int) header) != LOCAL) {
      throw damaged();
    }
    long start =
        header
            + LOCAL_LENGTH
            + (bytes.getShort((int) header + 26) & 0xFFFF)
            + (bytes.getShort((int) header + 28) & 0xFFFF);
    if (start + entry.packedSize > bytes.limit()) {
      throw damaged();
    }
    return switch (entry.method) {
      case STORED -> stored(entry, (int) start, limit);
      case DEFLATED -> inflated(entry, (int) start, limit);
      default ->
          throw new UnreadableConfigException(
              shown(entry) + " has an unsupported compression method");
    };
  }

  private byte[] stored(Entry entry, int start, int limit) throws UnreadableConfigException {
    if (entry.packedSize > limit) {
      throw tooLarge(entry, limit);
    }
    byte[] content = new byte[(int) entry.packedSize];
    bytes.get(start, content);
    return content;
  }

  private byte[] inflated(Entry entry, int start, int limit) throws UnreadableConfigException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(bytes.array(), start, (int) entry.packedSize);
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      byte[] block = new byte[BLOCK];
      while (!inflater.finished()) {
        int length = inflater.inflate(block);
        if (length == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          throw damaged();
        }
        content.write(block, 0, length);
        boolean isBomb =
            content.size() > SHORT_CONTENT && content.size() / MAX_RATIO > entry.packedSize;
        if (content.size() > limit || isBomb) {
          throw tooLarge(entry, limit);
        }
      }
      return content.toByteArray();
    } catch (DataFormatException e) {
      throw damaged();
    } finally {
      inflater.end();
    }
  }

  private long unsigned(int position) {
    return bytes.getInt(position) & 0xFFFFFFFFL;
  }

  private static UnreadableConfigException damaged() {
    return new UnreadableConfigException(
        "the bundle is damaged or incomplete; download or pack it again");
  }

  private static UnreadableConfigException tooLarge(Entry entry, int limit) {
    return new UnreadableConfigException(
        shown(entry)
            + " is larger than "
            + limit
            + " bytes, or more than "
            + MAX_RATIO
            + " times as large as in the archive");
  }

  /** Only files with expected names are read, so the name is safe to print. */
  private static String shown(Entry entry) {
    return entry.name + " in the bundle";
  }
}
