package io.svc.cli.git;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.svc.cli.console.UserErrorException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Reads the contents of several objects from a repository in one process. */
final class GitBlobs {
  private GitBlobs() {}

  /**
   * Returns the contents of the given ids, without those missing in the repository.
   *
   * @param limit the maximum number of bytes to return per object; longer content is truncated
   */
  static Map<String, byte[]> read(Git git, Collection<String> ids, long limit) {
    Set<String> idsToRead = new LinkedHashSet<>(ids);
    Map<String, byte[]> contents = new HashMap<>();
    if (idsToRead.isEmpty()) {
      return contents;
    }
    Process process = git.startInteractive("cat-file", "--batch");
    // Git responds before it has read all ids: a single thread would deadlock.
    Thread writer = new ObjectIdWriter(process.getOutputStream(), idsToRead);
    writer.start();
    try (InputStream in = new BufferedInputStream(process.getInputStream(), 1 << 16)) {
      for (int i = 0; i < idsToRead.size(); i++) {
        readBlob(in, limit, contents);
      }
      return contents;
    } catch (IOException | NumberFormatException e) {
      throw new UserErrorException("Git cannot read this repository");
    } finally {
      process.destroy();
    }
  }

  /** {@code <id> blob <size>}, the content and a line feed; or {@code <id> missing}. */
  private static void readBlob(InputStream in, long limit, Map<String, byte[]> contents)
      throws IOException {
    String[] words = line(in).split(" ", -1);
    if (words.length != 3) {
      return;
    }
    long size = Long.parseLong(words[2]);
    byte[] content = in.readNBytes((int) Math.min(Math.min(size, limit), Integer.MAX_VALUE - 8L));
    in.skipNBytes(size - content.length + 1);
    if (words[1].equals("blob")) {
      contents.put(words[0], content);
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.write(next);
    }
    return line.toString(US_ASCII);
  }

  /** Writes the ids, each on a line. */
  private static final class ObjectIdWriter extends Thread {
    private final OutputStream out;
    private final Set<String> ids;

    ObjectIdWriter(OutputStream out, Set<String> ids) {
      super("git-questions");
      this.out = out;
      this.ids = ids;
      setDaemon(true);
    }

    @Override
    public void run() {
      StringBuilder lines = new StringBuilder();
      for (String id : ids) {
        lines.append(id).append('\n');
      }
      try (out) {
        out.write(lines.toString().getBytes(US_ASCII));
      } catch (IOException e) {
        // The reader of the output meets the same end of the stream.
      }
    }
  }
}
