package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Determines the role of each value of a file for its server. */
final class ServerValueRoles {
  /**
   * The role of a value.
   *
   * @param place part of the server's entry
   * @param name name of the variable, header, flag or setting; empty when there is none
   * @param server server of the value; empty when there is none
   */
  record ValueRole(ValuePosition place, String name, Optional<McpServer> server) {}

  private final Map<Location, ValueRole> uses = new HashMap<>();
  private final Map<String, McpServer> entries = new HashMap<>();

  ServerValueRoles(McpConfig config) {
    for (McpServer server : config.servers()) {
      entries.put(server.entry().location().pointer(), server);
      Optional<McpServer> owner = Optional.of(server);
      for (ConfigText url : server.urls()) {
        put(url, new ValueRole(ValuePosition.URL, "", owner));
      }
      for (NamedText header : server.headers()) {
        put(header.value(), new ValueRole(ValuePosition.HEADER, header.name(), owner));
      }
      for (NamedText variable : server.env()) {
        put(variable.value(), new ValueRole(ValuePosition.ENV, variable.name(), owner));
      }
      putWords(server, owner);
    }
  }

  private void putWords(McpServer server, Optional<McpServer> owner) {
    List<Word> words = server.launch().words();
    for (int i = 0; i < words.size(); i++) {
      String before = i == 0 ? "" : words.get(i - 1).text();
      boolean isFlag = before.startsWith("-") && before.indexOf('=') < 0 && before.length() <= 80;
      ValuePosition position = i == 0 ? ValuePosition.COMMAND : ValuePosition.ARGUMENT;
      put(words.get(i).origin(), new ValueRole(position, isFlag ? before : "", owner));
    }
  }

  private void put(ConfigText value, ValueRole use) {
    uses.putIfAbsent(value.location(), use);
  }

  ValueRole of(ConfigText value) {
    ValueRole use = uses.get(value.location());
    if (use != null) {
      return use;
    }
    String pointer = value.location().pointer();
    for (int end = pointer.length(); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      McpServer server = entries.get(pointer.substring(0, end));
      if (server != null) {
        return new ValueRole(ValuePosition.SETTING, value.key(), Optional.of(server));
      }
      if (end == 0) {
        break;
      }
    }
    return new ValueRole(ValuePosition.OUTSIDE, value.key(), Optional.empty());
  }
}
