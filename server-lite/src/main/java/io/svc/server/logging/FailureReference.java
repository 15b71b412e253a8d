package io.svc.server.logging;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A reference to a failure for logs and responses: its location in our code, and a hash that is the
 * same for the same failure in every run of a build. It contains neither the message nor class
 * names, since a message may quote content from a caller.
 *
 * @param where package and line of the first own frames, such as {@code mcp/57,http/210}; empty
 *     when there are none
 * @param hash eight hexadecimal digits over types and frames
 */
public record FailureReference(String where, String hash) {
  private static final String PRODUCT_PACKAGE = "io.svc.";
  private static final int MAX_FRAMES = 4;
  private static final int FRAMES_IN_HASH = 8;
  private static final int DIGITS = 8;

  /** Returns the reference of a failure and its causes. */
  public static FailureReference of(Throwable failure) {
    List<String> locations = new ArrayList<>();
    StringBuilder identity = new StringBuilder();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    // Causes may be circular.
    for (Throwable next = failure; next != null && seen.add(next); next = next.getCause()) {
      identity.append(next.getClass().getName()).append('\n');
      int frames = 0;
      for (StackTraceElement frame : next.getStackTrace()) {
        if (!isStable(frame)) {
          continue;
        }
        if (frames++ < FRAMES_IN_HASH) {
          identity.append(frame.getClassName()).append('#').append(frame.getMethodName());
          identity.append('\n');
        }
        String frameLocation =
            LogArea.segmentOf(frame.getClassName()) + "/" + frame.getLineNumber();
        boolean isProductCode = frame.getClassName().startsWith(PRODUCT_PACKAGE);
        if (isProductCode && locations.size() < MAX_FRAMES && !locations.contains(frameLocation)) {
          locations.add(frameLocation);
        }
      }
    }
    return new FailureReference(String.join(",", locations), hashOf(identity.toString()));
  }

  /** Names of generated classes differ between runs. */
  private static boolean isStable(StackTraceElement frame) {
    String name = frame.getClassName();
    return !name.contains("$$")
        && !name.contains("/")
        && !name.startsWith("jdk.internal.")
        && !name.startsWith("java.lang.reflect.")
        && !name.startsWith("java.lang.invoke.");
  }

  private static String hashOf(String identity) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return (where.isEmpty() ? "" : "where=" + where + " ") + "failure=" + hash;
  }
}
