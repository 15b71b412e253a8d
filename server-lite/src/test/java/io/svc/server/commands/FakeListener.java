package io.svc.server.commands;

import io.svc.server.ListeningServer;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;

/** A server that takes its port and answers nobody. */
final class FakeListener implements ListeningServer {
  private final ServerConfig config;
  private final boolean isLocked;
  private final StringBuilder calls;
  private ServerSocket socket;

  FakeListener(ServerConfig config, DataDirectory data, StringBuilder calls) {
    this.config = config;
    this.isLocked = data.isLocked();
    this.calls = calls;
  }

  @Override
  public void start() {
    calls.append(isLocked ? "start in locked directory, " : "start without lock, ");
    try {
      socket = new ServerSocket();
      socket.bind(
          new InetSocketAddress(
              InetAddress.getByName(config.listen().host()), config.listen().port()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public URI address() {
    return config.listen().url(socket.getLocalPort());
  }

  @Override
  public void close() {
    calls.append("close");
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
