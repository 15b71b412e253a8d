package io.svc.server.commands;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Handles termination signals. A shutdown hook would be too late: logging and temporary files are
 * removed concurrently, and the exit code would be 143 instead of 0.
 */
public final class TerminationSignals {
  private static final List<String> NAMES = List.of("TERM", "INT", "HUP");

  private TerminationSignals() {}

  /**
   * Runs an action when a signal arrives, instead of terminating the process immediately. A signal
   * that the process was started to ignore, as by nohup, stays ignored.
   */
  public static void handle(Runnable ending) {
    try {
      // By reflection, since javac issues a warning for this class that cannot be suppressed.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Constructor<?> constructor = signal.getConstructor(String.class);
      Method handle = signal.getMethod("handle", signal, handler);
      Object signalHandler =
          Proxy.newProxyInstance(
              TerminationSignals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  ending.run();
                }
                return null;
              });
      for (String name : NAMES) {
        handle.invoke(null, constructor.newInstance(name), signalHandler);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Another runtime, or one with -Xrs: signals have their default effect.
      Runtime.getRuntime().addShutdownHook(new Thread(ending, "end"));
    }
  }
}
