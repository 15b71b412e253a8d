package io.svc.report;

import io.svc.report.Bom.Completeness;

/** Adds a config file to a {@link Bom}, with its servers and their addresses. */
final class BomServers {
  private final Bom bom;
  private final String path;
  private final String file;
  private final String client;

  /**
   * Adds the file.
   *
   * @param client the client of the file; empty if it is unknown
   */
  BomServers(Bom bom, String path, String client) {
    this.bom = bom;
    this.path = path;
    this.file = BomReference.ofFile(path);
    this.client = PlainText.of(client);
  }

  void addFile(Completeness completeness) {
    bom.add(Bom.Component.of(file, "file", PlainText.of(path)));
    bom.addProperty(file, "client", client);
    bom.addDependency(BomReference.ROOT, file);
    bom.addFile(file, completeness);
  }

  /** Adds a server and returns its reference. */
  String addServer(String name) {
    String server = BomReference.ofServer(path, name);
    bom.add(Bom.Component.of(server, "application", PlainText.of(name)));
    bom.addProperty(server, "kind", ReportedComponent.SERVER);
    bom.addProperty(server, "client", client);
    bom.addDependency(file, server);
    return server;
  }

  /** Adds the service at an address of a server. */
  void addAddress(String server, String address) {
    String service = BomReference.ofService(address);
    bom.add(
        new Bom.Endpoint(service, PlainText.of(hostAndPath(address)), BomReference.iri(address)));
    bom.addProperty(service, "kind", ReportedComponent.ENDPOINT);
    addDependency(server, service);
  }

  void addDependency(String server, String reference) {
    bom.addDependency(BomReference.ofServer(path, server), reference);
  }

  /** Returns the host and path, or the address itself if it has neither. */
  private static String hostAndPath(String address) {
    int scheme = address.indexOf("://");
    int start = scheme < 0 ? 0 : scheme + 3;
    int end = firstOf("?#", address, start);
    int user = address.lastIndexOf('@', firstOf("/?#", address, start));
    start = user >= start ? user + 1 : start;
    return start >= end ? address : address.substring(start, end);
  }

  private static int firstOf(String characters, String text, int from) {
    int i = from;
    while (i < text.length() && characters.indexOf(text.charAt(i)) < 0) {
      i++;
    }
    return i;
  }
}
