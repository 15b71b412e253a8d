package io.svc.server.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a server and another one, and is as bad a network as a test wants. */
public final class Relay implements AutoCloseable {
  /** What becomes of bytes. */
  public enum Way {
    /** They pass. */
    OPEN,
    /** They are held back, and connections stay: a cable that was pulled. */
    SILENT,
    /** Connections break, and no new ones are made: a process that died. */
    BROKEN
  }

  private final ServerSocket listening;
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile Way way = Way.OPEN;

  /** One to a port of this machine. */
  public Relay(int target) {
    this.target = target;
    try {
      this.listening = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  public int port() {
    return listening.getLocalPort();
  }

  public synchronized void become(Way next) {
    way = next;
    notifyAll();
    if (next == Way.BROKEN) {
      sockets.forEach(Relay::closeQuietly);
      sockets.clear();
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket near = listening.accept();
        if (way == Way.BROKEN) {
          near.close();
          continue;
        }
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(near);
        sockets.add(far);
        daemon(() -> pass(near, far));
        daemon(() -> pass(far, near));
      } catch (IOException e) {
        // Closed, or the other side is down: the next one is asked for.
      }
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] piece = new byte[16_384];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        awaitWords();
        out.write(piece, 0, read);
      }
      awaitWords();
    } catch (IOException | InterruptedException e) {
      // Both ends go with this.
    } finally {
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private synchronized void awaitWords() throws InterruptedException {
    while (way == Way.SILENT) {
      wait();
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone.
    }
  }

  @Override
  public void close() {
    become(Way.BROKEN);
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
