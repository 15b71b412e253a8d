package io.svc.server.ops;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Hears when the process is told to end. A shutdown hook would come too late: log and temporary
 * files are taken away beside it, and the process ends with 143 in place of 0.
 */
public final class TerminationSignals {
  private static final List<String> NAMES = List.of("TERM", "INT", "HUP");

  private TerminationSignals() {}

  /**
   * Runs something when one of the signals comes, instead of ending the process at once. A signal
   * that the process was started to ignore, as by nohup, stays ignored.
   */
  public static void handle(Runnable ending) {
    try {
      // By reflection, since javac has a warning for this class that nothing switches off.
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Constructor<?> constructor = signal.getConstructor(String.class);
      Method handle = signal.getMethod("handle", signal, handler);
      Object ours =
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
        handle.invoke(null, constructor.newInstance(name), ours);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Another runtime, or one with -Xrs: signals end the process as they always do.
      Runtime.getRuntime().addShutdownHook(new Thread(ending, "end"));
    }
  }
}
