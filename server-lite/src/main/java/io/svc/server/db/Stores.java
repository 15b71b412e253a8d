package io.svc.server.db;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.extension.ExtensionContext;
import org.jdbi.v3.core.extension.Extensions;
import org.jdbi.v3.core.extension.HandleSupplier;

/**
 * The store interfaces of all features, each attached once. JDBI attaches an interface to one
 * handle and prepares all its methods for that, which took longer than many statements; here a
 * statement uses the handle of the current thread's transaction.
 *
 * <p>Annotations that register mappers for a single method are therefore ignored: {@link
 * ColumnMappers} and {@link RecordMapperFactory} define all bindings and mappings.
 */
final class Stores implements HandleSupplier {
  private final Jdbi jdbi;

  /** Per store, because a thread may be in transactions of two stores. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Handle> current = new ThreadLocal<>();

  /** The number of transactions of the current thread, in all stores. */
  private static final ThreadLocal<Integer> OPEN = ThreadLocal.withInitial(() -> 0);

  private final Map<Class<?>, Object> attached = new ConcurrentHashMap<>();

  Stores(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Runs later statements of this thread on a handle. */
  void enter(Handle handle) {
    if (current.get() == null) {
      OPEN.set(OPEN.get() + 1);
    }
    current.set(handle);
  }

  /** Rejects later statements of this thread. */
  void rejectLaterStatements() {
    if (current.get() != null) {
      OPEN.set(OPEN.get() - 1);
    }
    current.remove();
  }

  /** Returns whether the current thread is in a transaction of any store. */
  static boolean isInside() {
    return OPEN.get() > 0;
  }

  /** Returns the statements of a feature, for a transaction of this thread. */
  <S> S on(Class<S> store, Handle handle) {
    if (!handle.equals(current.get())) {
      throw outside();
    }
    return store.cast(attached.computeIfAbsent(store, this::attach));
  }

  private Object attach(Class<?> store) {
    return jdbi.getConfig(Extensions.class)
        .findFor(store, this)
        .orElseThrow(() -> new IllegalArgumentException(store + " has no statements"));
  }

  @Override
  public Handle getHandle() {
    Handle handle = current.get();
    if (handle == null) {
      throw outside();
    }
    return handle;
  }

  private static IllegalStateException outside() {
    return new IllegalStateException("a statement outside of its transaction");
  }

  @Override
  public Jdbi getJdbi() {
    return jdbi;
  }

  @Override
  public ConfigRegistry getConfig() {
    return jdbi.getConfig();
  }

  @Override
  public <V> V invokeInContext(ExtensionContext context, Callable<V> task) throws Exception {
    return task.call();
  }
}
