package io.svc.server.secrets;

import com.password4j.Argon2Function;
import java.lang.reflect.Field;
import java.util.Map;

/**
 * The memory of Argon2. The library stores a block of it, such as 19 MiB, for each set of
 * parameters that was ever used, and offers no method to release it.
 */
public final class Argon2Memory {
  private static final Map<?, ?> BLOCKS = blocks();

  private Argon2Memory() {}

  /** Releases the memory of all computations; the next one allocates it again. */
  public static void release() {
    BLOCKS.clear();
  }

  private static Map<?, ?> blocks() {
    try {
      Field instances = Argon2Function.class.getDeclaredField("INSTANCES");
      instances.setAccessible(true);
      return (Map<?, ?>) instances.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
