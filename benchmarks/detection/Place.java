package detection;

import static detection.Kind.Form.BASIC;
import static detection.Kind.Form.CONNECTION;
import static detection.Kind.Form.ENCODED;
import static detection.Kind.Form.HEADER;
import static detection.Kind.Form.LINK;
import static detection.Kind.Form.PASSWORD;
import static detection.Kind.Form.REFERENCE;
import static detection.Kind.Form.SETTING;
import static detection.Kind.Form.TEXT;
import static detection.Kind.Form.TOKEN;

import detection.Kind.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A place in which people leave a credential.
 *
 * @param forms what can stand there
 * @param isNamed whether a name there says what the value is
 * @param isRemote whether it needs a client that knows URLs
 */
record Place(String id, Set<Form> forms, boolean isNamed, boolean isRemote, Put put) {
  static final String INPUT_DEFAULT = "default of an input";

  private static final Set<Form> ANY =
      Set.of(TOKEN, PASSWORD, CONNECTION, BASIC, TEXT, LINK, ENCODED, REFERENCE, SETTING);
  private static final Set<Form> WORDS = Set.of(TOKEN, PASSWORD, CONNECTION, ENCODED, LINK);
  private static final Set<Form> IN_SHELL = Set.of(TOKEN, PASSWORD, CONNECTION);
  private static final Set<Form> OPAQUE = Set.of(TOKEN);

  private static final List<String> NEUTRAL_NAMES =
      List.of("UPSTREAM", "GH", "SETTING_1", "EXTRA", "VALUE", "TARGET", "OPTIONS", "PROFILE");

  /** Puts a value into a server. */
  interface Put {
    Server put(Kind kind, String value, Draw draw);
  }

  boolean fits(Kind kind, String value) {
    return isFor(kind.form())
        && (isNamed || kind.isSelfEvident())
        && !(id.contains("query") && value.contains("%") && kind.form() != REFERENCE)
        && !(id.contains("${") && value.contains("}"))
        && !(id.contains(" -c") && value.contains("'"))
        && !(id.contains("cmd /c") && (value.contains("&") || value.contains("%")));
  }

  private boolean isFor(Form form) {
    return switch (form) {
      case REFERENCE -> forms.contains(TOKEN);
      case DULL -> forms.contains(TOKEN) && !id.contains("userinfo");
      case SETTING -> forms.contains(SETTING) || (forms.contains(PASSWORD) && !isForAccess());
      default -> forms.contains(form);
    };
  }

  /** Where whatever stands there gives access. */
  private boolean isForAccess() {
    return isRemote || id.contains("header") || id.contains("query");
  }

  static List<Place> all() {
    List<Place> places = new ArrayList<>();
    environment(places);
    arguments(places);
    shells(places);
    headers(places);
    ordinaryHeaders(places);
    addresses(places);
    defaults(places);
    documents(places);
    return places;
  }

  private static void environment(List<Place> places) {
    places.add(
        of("env", ANY, (kind, v, draw) -> Programs.program(draw).env(kind.name(), plain(kind, v))));
    places.add(
        unnamed(
            "env, neutral name",
            Set.of(TOKEN, CONNECTION, TEXT, ENCODED, BASIC, SETTING),
            (kind, v, draw) ->
                Programs.program(draw).env(draw.pick(NEUTRAL_NAMES), plain(kind, v))));
    places.add(
        of(
            "docker -e NAME=VALUE",
            Set.of(TOKEN, PASSWORD, CONNECTION, TEXT, LINK, ENCODED),
            (kind, v, draw) -> Programs.container(draw, "-e", kind.name() + "=" + v)));
    places.add(
        of(
            "docker --env=NAME=VALUE",
            WORDS,
            (kind, v, draw) -> Programs.container(draw, "--env=" + kind.name() + "=" + v)));
    places.add(
        of(
            "env NAME=VALUE program",
            WORDS,
            (kind, v, draw) ->
                Server.run("env", kind.name() + "=" + v, "npx", "-y", "@northpine/crm-mcp@2.0.1")));
  }

  private static void arguments(List<Place> places) {
    places.add(
        of(
            "--flag VALUE",
            Set.of(TOKEN, PASSWORD, CONNECTION, TEXT, LINK, ENCODED),
            (kind, v, draw) -> Programs.program(draw).and(flag(kind, draw), v)));
    places.add(
        of(
            "--flag=VALUE",
            Set.of(TOKEN, PASSWORD, CONNECTION, TEXT, LINK, ENCODED),
            (kind, v, draw) -> Programs.program(draw).and(flag(kind, draw) + "=" + v)));
    places.add(
        unnamed(
            "positional argument",
            Set.of(TOKEN, CONNECTION, TEXT, LINK, ENCODED, SETTING),
            (kind, v, draw) -> Programs.program(draw).and(v)));
    places.add(
        of(
            "command line in one string",
            OPAQUE,
            (kind, v, draw) ->
                Server.run("npx -y @northpine/crm-mcp@2.0.1 " + flag(kind, draw) + " " + v)));
  }

  private static void shells(List<Place> places) {
    places.add(
        of(
            "sh -c, assignment",
            IN_SHELL,
            (kind, v, draw) ->
                Server.run(
                    "sh", "-c", kind.name() + "=" + word(v) + " exec npx -y crm-mcp@1.0.3")));
    places.add(
        of(
            "bash -lc, export",
            IN_SHELL,
            (kind, v, draw) ->
                Server.run(
                    "bash",
                    "-lc",
                    "export " + kind.name() + "='" + v + "' && npx -y crm-mcp@1.0.3")));
    places.add(
        of(
            "sh -c, flag",
            IN_SHELL,
            (kind, v, draw) ->
                Server.run(
                    "/bin/sh", "-c", "npx -y crm-mcp@1.0.3 " + flag(kind, draw) + " " + word(v))));
    places.add(
        of(
            "bash -c, header",
            OPAQUE,
            (kind, v, draw) ->
                Server.run(
                    "bash",
                    "-c",
                    "npx -y mcp-remote@0.1.29 https://crm.northpine.io/mcp --header"
                        + " 'Authorization: Bearer "
                        + v
                        + "'")));
    places.add(
        of(
            "cmd /c set",
            IN_SHELL,
            (kind, v, draw) ->
                Server.run(
                    "cmd", "/c", "set " + kind.name() + "=" + v + "&& npx -y crm-mcp@1.0.3")));
    places.add(
        of(
            "powershell -Command, $env:",
            IN_SHELL,
            (kind, v, draw) ->
                Server.run(
                    "powershell",
                    "-NoProfile",
                    "-Command",
                    "$env:" + kind.name() + " = '" + v + "'; npx -y crm-mcp@1.0.3")));
  }

  private static void headers(List<Place> places) {
    places.add(
        remote(
            "header Authorization",
            Set.of(TOKEN, BASIC),
            (kind, v, draw) ->
                Programs.remote(draw).header("Authorization", authorization(kind, v))));
    places.add(
        remote(
            "header Authorization, bare",
            OPAQUE,
            (kind, v, draw) -> Programs.remote(draw).header("Authorization", v)));
    places.add(
        remote(
            "header of its own name",
            Set.of(TOKEN, PASSWORD, ENCODED),
            (kind, v, draw) ->
                Programs.remote(draw)
                    .header(
                        kind.form() == TOKEN && draw.oneIn(2) ? "X-API-Key" : kind.header(), v)));
    places.add(
        of(
            "--header argument",
            Set.of(TOKEN, BASIC),
            (kind, v, draw) ->
                Programs.bridge(draw, "", "--header", "Authorization: " + authorization(kind, v))));
    places.add(
        of(
            "--header argument, key",
            OPAQUE,
            (kind, v, draw) ->
                Programs.bridge(draw, "", draw.pick("--header", "-H"), kind.header() + ":" + v)));
  }

  private static void ordinaryHeaders(List<Place> places) {
    places.add(
        remote(
            "ordinary header",
            Set.of(HEADER),
            (kind, v, draw) -> Programs.remote(draw).header(kind.name(), v)));
    places.add(
        of(
            "ordinary --header argument",
            Set.of(HEADER),
            (kind, v, draw) -> Programs.bridge(draw, "", "--header", kind.name() + ": " + v)));
  }

  private static void addresses(List<Place> places) {
    places.add(
        remote(
            "query of the url",
            Set.of(TOKEN, PASSWORD, CONNECTION),
            (kind, v, draw) ->
                Server.at(
                    Programs.remote(draw).url() + "?" + query(kind, draw) + escaped(kind, v))));
    places.add(
        of(
            "query in an argument",
            OPAQUE,
            (kind, v, draw) ->
                Programs.bridge(draw, "?v=2&" + query(kind, draw) + escaped(kind, v))));
    places.add(
        remote(
            "userinfo of the url",
            Set.of(TOKEN, PASSWORD),
            (kind, v, draw) ->
                Server.at("https://ana:" + escaped(kind, v) + "@crm.northpine.io/mcp")));
    places.add(remote("url", Set.of(LINK), (kind, v, draw) -> Server.at(v)));
    places.add(
        unnamed(
            "url of a bridge",
            Set.of(LINK),
            (kind, v, draw) -> Server.run("npx", "-y", "mcp-remote@0.1.29", v)));
  }

  private static void defaults(List<Place> places) {
    places.add(
        of(
            "${NAME:-VALUE} in env",
            Set.of(TOKEN, PASSWORD, CONNECTION, LINK),
            (kind, v, draw) ->
                Programs.program(draw).env(kind.name(), "${" + kind.name() + ":-" + v + "}")));
    places.add(
        remote(
            "${NAME:-VALUE} in a header",
            Set.of(TOKEN, BASIC),
            (kind, v, draw) ->
                Programs.remote(draw)
                    .header(
                        "Authorization",
                        (kind.form() == BASIC ? "Basic ${" : "Bearer ${")
                            + kind.name()
                            + ":-"
                            + v
                            + "}")));
    places.add(
        of(
            "${NAME:-VALUE} in an argument",
            Set.of(TOKEN, PASSWORD, CONNECTION),
            (kind, v, draw) ->
                Programs.program(draw).and(kind.flag() + "=${" + kind.name() + ":-" + v + "}")));
    places.add(
        of(
            INPUT_DEFAULT,
            Set.of(TOKEN, PASSWORD, CONNECTION, LINK),
            (kind, v, draw) ->
                Programs.program(draw)
                    .env(kind.name(), "${input:" + kind.flag().substring(2) + "}")));
  }

  private static void documents(List<Place> places) {
    places.add(
        of(
            "JSON in an env string",
            Set.of(TOKEN, PASSWORD, CONNECTION, TEXT),
            (kind, v, draw) ->
                Programs.program(draw)
                    .env("MCP_CONFIG", Json.write(Map.of(kind.camel(), v), draw.pick("", "  ")))));
    places.add(
        of(
            "headers as JSON in env",
            Set.of(TOKEN, BASIC),
            (kind, v, draw) ->
                Programs.program(draw)
                    .env(
                        "OPENAPI_MCP_HEADERS",
                        "{\"Authorization\": \"" + authorization(kind, v) + "\"}")));
    places.add(
        of(
            "JSON in an argument",
            Set.of(TOKEN, PASSWORD, CONNECTION),
            (kind, v, draw) ->
                Programs.program(draw)
                    .and(
                        "--config",
                        "{\"region\":\"eu\",\"" + kind.camel() + "\":" + Json.quote(v) + "}")));
    places.add(
        new Place(
            "base64 of JSON in the query",
            OPAQUE,
            false,
            true,
            (kind, v, draw) ->
                Server.at(
                    "https://server.smithery.ai/northpine/crm/mcp?config="
                        + Draw.base64Url("{\"" + kind.camel() + "\":\"" + v + "\"}"))));
    places.add(
        remote(
            "field of the server's own",
            OPAQUE,
            (kind, v, draw) ->
                draw.pick(
                    Programs.remote(draw).field("apiKey", v),
                    Programs.remote(draw).field("auth", Map.of("token", v)),
                    Programs.remote(draw).field("oauth", Map.of("clientSecret", v)))));
  }

  /** Servers take it by a long name or by a short one. */
  private static String flag(Kind kind, Draw draw) {
    if (kind.form() != TOKEN || draw.oneIn(2)) {
      return kind.flag();
    }
    return kind.name().endsWith("KEY") ? "--api-key" : "--token";
  }

  private static String query(Kind kind, Draw draw) {
    if (kind.form() != TOKEN || draw.oneIn(2)) {
      return kind.camel() + "=";
    }
    return (kind.name().endsWith("KEY") ? draw.pick("api_key", "apiKey", "key") : "token") + "=";
  }

  private static String authorization(Kind kind, String value) {
    return (kind.form() == BASIC ? "Basic " : "Bearer ") + value;
  }

  private static String escaped(Kind kind, String value) {
    return kind.form() == REFERENCE ? value : Draw.percent(value);
  }

  private static String plain(Kind kind, String value) {
    return kind.form() == BASIC ? "Basic " + value : value;
  }

  private static String word(String value) {
    return value.matches("[A-Za-z0-9_./:@%+=,-]+") ? value : "'" + value + "'";
  }

  private static Place of(String id, Set<Form> forms, Put put) {
    return new Place(id, forms, true, false, put);
  }

  private static Place unnamed(String id, Set<Form> forms, Put put) {
    return new Place(id, forms, false, false, put);
  }

  private static Place remote(String id, Set<Form> forms, Put put) {
    return new Place(id, forms, true, true, put);
  }
}
