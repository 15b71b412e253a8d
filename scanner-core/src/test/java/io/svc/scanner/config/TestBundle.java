package io.svc.scanner.config;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** A ZIP archive, written field by field, so that a test can write hostile ones. */
public final class TestBundle {
  public static final String MANIFEST =
      """
      {"manifest_version": "0.3", "name": "weather",
       "server": {"type": "node", "entry_point": "server/index.js",
                  "mcp_config": {"command": "node", "args": ["${__dirname}/server/index.js"]}}}
      """;

  private final ByteArrayOutputStream files = new ByteArrayOutputStream();
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private int count;
  private int flags;
  private int method = 8;
  private int mode = 0100644;

  public static TestBundle withManifest() {
    return new TestBundle().add("manifest.json", MANIFEST);
  }

  /** Sets the flags of the files that follow. */
  TestBundle flags(int value) {
    flags = value;
    return this;
  }

  TestBundle method(int value) {
    method = value;
    return this;
  }

  TestBundle mode(int value) {
    mode = value;
    return this;
  }

  public TestBundle add(String name, String content) {
    return add(name, content.getBytes(StandardCharsets.UTF_8));
  }

  TestBundle add(String name, byte[] content) {
    byte[] packed = method == 8 ? deflated(content) : content;
    CRC32 checksum = new CRC32();
    checksum.update(content);
    byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
    int offset = files.size();
    write(
        files,
        30,
        nameBytes,
        header ->
            header
                .putInt(0x04034b50)
                .putShort((short) 20)
                .putShort((short) flags)
                .putShort((short) method)
                .putInt(0)
                .putInt((int) checksum.getValue())
                .putInt(packed.length)
                // A size that is too small: no reader may rely on it.
                .putInt(1)
                .putShort((short) nameBytes.length)
                .putShort((short) 0));
    files.writeBytes(packed);
    write(
        directory,
        46,
        nameBytes,
        header ->
            header
                .putInt(0x02014b50)
                .putShort((short) (3 << 8 | 20))
                .putShort((short) 20)
                .putShort((short) flags)
                .putShort((short) method)
                .putInt(0)
                .putInt((int) checksum.getValue())
                .putInt(packed.length)
                .putInt(1)
                .putShort((short) nameBytes.length)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putInt(mode << 16)
                .putInt(offset));
    count++;
    return this;
  }

  public byte[] bytes() {
    return bytes(count);
  }

  /** Returns the archive with a wrong number of entries. */
  byte[] bytes(int written) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(files.toByteArray());
    all.writeBytes(directory.toByteArray());
    write(
        all,
        22,
        new byte[0],
        header ->
            header
                .putInt(0x06054b50)
                .putInt(0)
                .putShort((short) written)
                .putShort((short) written)
                .putInt(directory.size())
                .putInt(files.size())
                .putShort((short) 0));
    return all.toByteArray();
  }

  private static void write(
      ByteArrayOutputStream out, int length, byte[] name, Consumer<ByteBuffer> fields) {
    ByteBuffer header = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    fields.accept(header);
    try {
      out.write(header.array());
      out.write(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] deflated(byte[] content) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    deflater.setInput(content);
    deflater.finish();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] block = new byte[8192];
    while (!deflater.finished()) {
      out.write(block, 0, deflater.deflate(block));
    }
    deflater.end();
    return out.toByteArray();
  }
}
