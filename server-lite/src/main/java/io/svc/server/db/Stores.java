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
 * handle and prepares all its methods for that, which took longer than many a statement; here a
 * statement asks for the handle of the transaction that its thread is in.
 *
 * <p>What annotations of one method register is therefore not looked at: {@link ColumnMappers} and
 * {@link Records} know how everything is bound and mapped.
 */
final class Stores implements HandleSupplier {
  private final Jdbi jdbi;

  /** One for each store: a thread may be in transactions of two. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<Handle> current = new ThreadLocal<>();

  /** How many transactions the current thread is in, of all stores. */
  private static final ThreadLocal<Integer> OPEN = ThreadLocal.withInitial(() -> 0);

  private final Map<Class<?>, Object> attached = new ConcurrentHashMap<>();

  Stores(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** From now on statements of this thread are those of a handle. */
  void enter(Handle handle) {
    if (current.get() == null) {
      OPEN.set(OPEN.get() + 1);
    }
    current.set(handle);
  }

  /** Statements of this thread are refused from now on. */
  void leave() {
    if (current.get() != null) {
      OPEN.set(OPEN.get() - 1);
    }
    current.remove();
  }

  /** Returns whether the current thread is in a transaction of any store. */
  static boolean isInside() {
    return OPEN.get() > 0;
  }

  /** The statements of a feature, for a transaction of this thread. */
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
