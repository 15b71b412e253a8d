package detection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One server as a person thinks of it; a {@link Shape} writes it as a client keeps it. */
record Server(
    String name,
    String command,
    List<String> arguments,
    Map<String, String> environment,
    String url,
    Map<String, String> headers,
    Map<String, Object> fields) {

  private static final String UNNAMED = "metrics";

  static Server run(String command, String... arguments) {
    return run(command, Arrays.asList(arguments));
  }

  static Server run(String command, List<String> arguments) {
    return new Server(UNNAMED, command, arguments, Map.of(), "", Map.of(), Map.of());
  }

  static Server at(String url) {
    return new Server(UNNAMED, "", List.of(), Map.of(), url, Map.of(), Map.of());
  }

  boolean isRemote() {
    return !url.isEmpty();
  }

  Server named(String other) {
    return new Server(other, command, arguments, environment, url, headers, fields);
  }

  /** With further arguments at the end. */
  Server and(String... more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(Arrays.asList(more));
    return new Server(name, command, all, environment, url, headers, fields);
  }

  Server env(String variable, String value) {
    return new Server(
        name, command, arguments, with(environment, variable, value), url, headers, fields);
  }

  Server header(String header, String value) {
    return new Server(
        name, command, arguments, environment, url, with(headers, header, value), fields);
  }

  /** With a field that no shape knows, such as {@code description} or {@code autoApprove}. */
  Server field(String field, Object value) {
    return new Server(
        name, command, arguments, environment, url, headers, with(fields, field, value));
  }

  private static <V> Map<String, V> with(Map<String, V> map, String key, V value) {
    Map<String, V> copy = new LinkedHashMap<>(map);
    copy.put(key, value);
    return copy;
  }
}
