package io.svc.server.generated;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one request after the other, from a seed: about half of them as described, a third nearly
 * so, the rest hostile.
 */
final class Requests {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<Operation> OPERATIONS = Operation.all();
  private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z]+)}");
  private static final byte[] NOTHING = {};

  /** Operations that end what the others work with, made rarely, so that they are not alone. */
  private static final Pattern RARE =
      Pattern.compile(
          "POST /api/(admin/tenant/delete|auth/(logout|password.*|register|login|sso.*|oidc.*))"
              + "|DELETE /api/(admin/members.*|auth.*)");

  private final Random random;
  private final Known knownData;
  private final Values values;

  Requests(long seed, Known knownData) {
    this.random = new Random(seed);
    this.knownData = knownData;
    this.values = new Values(knownData, random, Instant.now());
  }

  Request next() {
    Operation operation = Hostile.any(OPERATIONS, random);
    if (RARE.matcher(operation.name()).matches() && random.nextInt(5) > 0) {
      operation = Hostile.any(OPERATIONS, random);
    }
    int kind = random.nextInt(100);
    // 0: as described; 1: wrong in a body or a parameter; 2: hostile.
    return of(operation, kind < 50 ? 0 : kind < 80 ? 1 : 2);
  }

  private Request of(Operation operation, int kind) {
    boolean isBodyWrong =
        kind == 1 && !operation.content().isMissingNode() && random.nextInt(3) > 0;
    boolean isTargetWrong = kind == 1 && !isBodyWrong;
    List<String> headers = new ArrayList<>();
    String target = target(operation, headers, isTargetWrong);
    byte[] body = NOTHING;
    if (!operation.content().isMissingNode()) {
      List<String> types = new ArrayList<>();
      operation.content().fieldNames().forEachRemaining(types::add);
      String type = random.nextInt(4) > 0 ? types.get(0) : Hostile.any(types, random);
      headers.add("Content-Type: " + type);
      body = body(operation.content().path(type), type, isBodyWrong);
    }
    Request request = new Request(operation, operation.method(), target, headers, body, kind == 0);
    return kind == 2 ? hostile(request) : request;
  }

  private Request hostile(Request good) {
    List<String> headers = new ArrayList<>(good.headers());
    String method = good.method();
    String target = good.target();
    byte[] body = good.body();
    switch (random.nextInt(7)) {
      case 0, 1 -> {
        for (int i = random.nextInt(2); i >= 0; i--) {
          headers.add(Hostile.any(Hostile.HEADERS, random));
        }
      }
      case 2 -> {
        headers.removeIf(line -> line.startsWith("Content-Type"));
        headers.add("Content-Type: " + Hostile.any(Hostile.TYPES, random));
      }
      case 3 -> method = Hostile.any(Hostile.METHODS, random);
      case 4 -> target = spoiledTarget(target);
      case 5 -> {
        body = Hostile.any(Hostile.BODIES, random);
        if (headers.isEmpty()) {
          headers.add("Content-Type: application/json");
        }
      }
      default -> body = cut(body);
    }
    return new Request(good.operation(), method, target, headers, body, false);
  }

  /** Some bytes of it gone, or others. */
  private byte[] cut(byte[] body) {
    if (body.length == 0) {
      return new byte[] {(byte) random.nextInt(256)};
    }
    byte[] changed = body.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
    }
    return random.nextBoolean()
        ? changed
        : java.util.Arrays.copyOf(body, random.nextInt(body.length));
  }

  private String spoiledTarget(String target) {
    String bad = Hostile.any(Hostile.ENCODED, random);
    int question = target.indexOf('?');
    String path = question < 0 ? target : target.substring(0, question);
    return switch (random.nextInt(5)) {
      case 0 -> path + bad;
      case 1 -> path.substring(0, path.lastIndexOf('/') + 1) + bad;
      case 2 -> path + "?" + bad + "=" + bad;
      case 3 -> path + (question < 0 ? "?a=" : target.substring(question)) + "&limit=" + bad;
      default -> "/" + bad + path;
    };
  }

  private String target(Operation operation, List<String> headers, boolean isWrong) {
    List<JsonNode> parameters = operation.parameters();
    int wrong = isWrong && !parameters.isEmpty() ? random.nextInt(parameters.size()) : -1;
    StringBuilder query = new StringBuilder();
    java.util.Map<String, String> places = new java.util.HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      JsonNode parameter = parameters.get(i);
      String name = parameter.path("name").asText();
      String in = parameter.path("in").asText();
      boolean isSent =
          i == wrong || parameter.path("required").asBoolean() || random.nextInt(4) == 0;
      if (!isSent) {
        continue;
      }
      String value = i == wrong ? bad() : good(parameter, name);
      switch (in) {
        case "path" -> places.put(name, encoded(value));
        case "header" -> headers.add(name + ": " + value.replaceAll("[\\r\\n\\x00]", " "));
        default ->
            query
                .append(query.length() == 0 ? '?' : '&')
                .append(name)
                .append('=')
                .append(
                    i == wrong && random.nextInt(5) == 0
                        ? Hostile.any(Hostile.ENCODED, random)
                        : encoded(value));
      }
    }
    if (isWrong && wrong < 0) {
      query.append("?limit=").append(encoded(bad()));
    }
    Matcher matcher = PLACE.matcher(operation.path());
    return matcher.replaceAll(
            found -> Matcher.quoteReplacement(places.getOrDefault(found.group(1), "nothing")))
        + query;
  }

  private String bad() {
    return random.nextBoolean()
        ? Hostile.any(Hostile.NUMBERS, random)
        : Hostile.any(Hostile.TEXTS.subList(0, Hostile.TEXTS.size() - 3), random);
  }

  private String good(JsonNode parameter, String name) {
    if (name.equals("Prefer")) {
      return "wait=" + random.nextInt(2);
    }
    if (name.equals("target")) {
      return "127.0.0.1:9";
    }
    return values.of(parameter.path("schema"), name).asText();
  }

  /** As one part of a path, or a value of a query. A lone half of a pair becomes three bytes. */
  private static String encoded(String text) {
    return URLEncoder.encode(text.length() > 6_000 ? text.substring(0, 6_000) : text, UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A");
  }

  private byte[] body(JsonNode media, String type, boolean isWrong) {
    JsonNode node = example(media);
    if (node.isMissingNode() || random.nextInt(5) < 2) {
      node = values.of(media.path("schema"), "");
    }
    if (!type.endsWith("json")) {
      return node.isTextual() ? node.textValue().getBytes(UTF_8) : Spoiler.bytes(node, false);
    }
    if (isWrong) {
      for (int i = random.nextInt(3) == 0 ? 2 : 1; i > 0; i--) {
        node = Spoiler.spoiled(node, random);
      }
    }
    return Spoiler.bytes(node, random.nextBoolean());
  }

  /** One that the description shows, of things that exist. */
  private JsonNode example(JsonNode media) {
    JsonNode examples = media.path("examples");
    if (examples.isEmpty()) {
      return media.path("example");
    }
    List<String> names = new ArrayList<>();
    examples.fieldNames().forEachRemaining(names::add);
    JsonNode value = Operation.resolved(examples.path(Hostile.any(names, random))).path("value");
    try {
      return MAPPER.readTree(knownData.with(value.toString(), random));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
