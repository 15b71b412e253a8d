package detection;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in which people leave a credential: a row of {@code places.tsv}.
 *
 * @param forms what fits there
 * @param isNamed whether a name there describes the value
 * @param isRemote whether it needs a client that supports URLs
 * @param templates servers with the value, in the notation of {@link Server#parse}
 */
record Place(
    String id, Set<String> forms, boolean isNamed, boolean isRemote, List<String> templates) {
  private static final Pattern VARIABLE = Pattern.compile("<([A-Za-z]+)>");

  static List<Place> all() {
    return Rows.of("places.tsv").stream()
        .map(
            row -> {
              Set<String> forms = Set.of(row.get(1).split(","));
              boolean isNamed = row.get(2).equals("named");
              boolean isRemote = row.get(3).equals("remote");
              List<String> templates = row.subList(4, row.size());
              return new Place(row.get(0), forms, isNamed, isRemote, templates);
            })
        .toList();
  }

  boolean fits(Kind kind, String value) {
    return isFor(kind.form())
        && (isNamed || kind.isSelfEvident())
        && !(id.contains("query") && value.contains("%") && !kind.form().equals("REFERENCE"))
        && !(id.contains("${") && value.contains("}"))
        && !((id.contains(" -c") || id.contains(" -lc echo")) && value.contains("'"))
        && !(id.contains("cmd /c") && (value.contains("&") || value.contains("%")));
  }

  private boolean isFor(String form) {
    // Any value in one of these gives access.
    boolean isForAccess =
        isRemote
            || id.contains("header")
            || id.contains("query")
            || id.startsWith("tool password");
    return switch (form) {
      case "REFERENCE" -> forms.contains("TOKEN");
      case "DULL" -> forms.contains("TOKEN") && !id.contains("userinfo");
      case "SETTING" -> forms.contains("SETTING") || (forms.contains("PASSWORD") && !isForAccess);
      default -> forms.contains(form);
    };
  }

  Server put(Kind kind, String value, Draw draw) {
    Function<MatchResult, String> variable =
        match -> Matcher.quoteReplacement(variable(match.group(1), kind, value, draw));
    Server server = Server.parse(draw.fill(draw.pick(templates)));
    return server.map(text -> VARIABLE.matcher(text).replaceAll(variable));
  }

  private static String variable(String name, Kind kind, String value, Draw draw) {
    boolean isBasic = kind.form().equals("BASIC");
    // Servers expect a long name or a short one.
    boolean isLong = !kind.form().equals("TOKEN") || draw.oneIn(2);
    boolean isKey = kind.name().endsWith("KEY");
    return switch (name) {
      case "value" -> value;
      case "json" -> Json.write(value, "");
      case "escaped" -> kind.form().equals("REFERENCE") ? value : Encodings.percent(value);
      case "word" -> value.matches("[A-Za-z0-9_./:@%+=,-]+") ? value : "'" + value + "'";
      case "plain" -> isBasic ? "Basic " + value : value;
      case "scheme" -> isBasic ? "Basic" : "Bearer";
      case "authorization" -> (isBasic ? "Basic " : "Bearer ") + value;
      case "config" -> Encodings.base64Url(Json.write(Map.of(kind.camel(), value), ""));
      case "NAME" -> kind.name();
      case "kebab" -> kind.flag();
      case "id" -> kind.flag().substring(2);
      case "camel" -> kind.camel();
      case "header" -> isLong ? kind.header() : "X-API-Key";
      case "flag" -> isLong ? kind.flag() : isKey ? "--api-key" : "--token";
      case "query" ->
          isLong ? kind.camel() : isKey ? draw.pick(List.of("api_key", "apiKey", "key")) : "token";
      default -> throw new IllegalArgumentException("unknown variable <" + name + ">");
    };
  }
}
