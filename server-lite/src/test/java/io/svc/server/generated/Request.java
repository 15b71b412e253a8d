package io.svc.server.generated;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A request as it is sent, byte by byte.
 *
 * @param target path and query
 * @param headers lines, the one of the length left out
 * @param isWell whether it was meant to be as described
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares requests, or changes their bytes.
record Request(
    Operation operation,
    String method,
    String target,
    List<String> headers,
    byte[] body,
    boolean isWell) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** As it goes over the wire, with one more header: who asks. */
  byte[] bytes(String authority, String credential) {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    if (headers.stream().noneMatch(line -> line.startsWith("Host:"))) {
      head.append("Host: ").append(authority).append("\r\n");
    }
    if (!credential.isEmpty()) {
      head.append(credential).append("\r\n");
    }
    headers.forEach(line -> head.append(line).append("\r\n"));
    if (body.length > 0 || method.equals("POST") || method.equals("PUT")) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.append("\r\n").toString().getBytes(UTF_8));
    out.writeBytes(body);
    return out.toByteArray();
  }

  /** The same without one of its parts, each such in turn: the ways in which it can shrink. */
  List<Request> simpler() {
    List<Request> simpler = new ArrayList<>();
    int question = target.indexOf('?');
    if (question > 0) {
      String path = target.substring(0, question);
      String[] pairs = target.substring(question + 1).split("&");
      simpler.add(at(path));
      for (int i = 0; pairs.length > 1 && i < pairs.length; i++) {
        List<String> remaining = new ArrayList<>(Arrays.asList(pairs));
        remaining.remove(i);
        simpler.add(at(path + "?" + String.join("&", remaining)));
      }
    }
    for (int i = 0; i < headers.size(); i++) {
      List<String> remaining = new ArrayList<>(headers);
      remaining.remove(i);
      simpler.add(new Request(operation, method, target, remaining, body, isWell));
    }
    if (body.length > 0) {
      simpler.add(of(new byte[0]));
      bodies().forEach(less -> simpler.add(of(less)));
    }
    return simpler;
  }

  private List<byte[]> bodies() {
    List<byte[]> bodies = new ArrayList<>();
    JsonNode complete;
    try {
      complete = MAPPER.readTree(body);
    } catch (IOException e) {
      bodies.add(Arrays.copyOf(body, body.length / 2));
      return bodies;
    }
    List<String> locations = Values.paths(complete);
    locations.sort(Comparator.comparing(String::length));
    for (String location : locations.subList(0, Math.min(locations.size(), 60))) {
      JsonPointer pointer = JsonPointer.compile(location);
      JsonNode value = complete.at(pointer);
      bodies.add(replaced(complete, pointer, null));
      if (value.isTextual() && value.textValue().length() > 1) {
        String text = value.textValue();
        bodies.add(replaced(complete, pointer, TextNode.valueOf("a")));
        bodies.add(
            replaced(complete, pointer, TextNode.valueOf(text.substring(0, text.length() / 2))));
        bodies.add(
            replaced(complete, pointer, TextNode.valueOf(text.substring(text.length() / 2))));
      } else if (value.isContainerNode() && !value.isEmpty()) {
        bodies.add(replaced(complete, pointer, NullNode.instance));
      }
    }
    return bodies;
  }

  private static byte[] replaced(JsonNode complete, JsonPointer pointer, JsonNode value) {
    JsonNode copy = complete.deepCopy();
    JsonNode parent = copy.at(pointer.head());
    if (parent instanceof ObjectNode object) {
      if (value == null) {
        object.remove(pointer.last().getMatchingProperty());
      } else {
        object.set(pointer.last().getMatchingProperty(), value);
      }
    } else if (parent instanceof ArrayNode array) {
      if (value == null) {
        array.remove(pointer.last().getMatchingIndex());
      } else {
        array.set(pointer.last().getMatchingIndex(), value);
      }
    }
    return Spoiler.bytes(copy, true);
  }

  private Request at(String other) {
    return new Request(operation, method, other, headers, body, isWell);
  }

  private Request of(byte[] other) {
    return new Request(operation, method, target, headers, other, isWell);
  }

  /** How large it is, for who looks for the smallest one. */
  int size() {
    return target.length() + String.join("\n", headers).length() + body.length;
  }

  /** As a person reads it, not longer than a screen. */
  @Override
  public String toString() {
    String text = new String(body, UTF_8);
    return method
        + " "
        + shortened(target)
        + " "
        + headers.stream().map(Request::shortened).toList()
        + (text.isEmpty() ? "" : "\n    " + shortened(text));
  }

  private static String shortened(String text) {
    String visible = text.replaceAll("\\p{Cntrl}", "\u00b7");
    return visible.length() > 600
        ? visible.substring(0, 600) + "... (" + text.length() + ")"
        : visible;
  }
}
