package io.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.baseline.BaselineAsset;
import io.svc.rules.WordListParser;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.redact.Redactor;
import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import io.svc.server.redaction.Masking;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads assets in requests. Values of environment variables are always dropped. */
final class AssetFields {
  /** The maximum length of a server's name; indexes of PostgreSQL support no longer values. */
  static final int LONGEST_NAME = 500;

  private static final int MAX_ASSETS = 10_000;
  private static final int MAX_WORDS = 2_000;
  private static final int LONGEST_WORD = 20_000;
  private static final int READ_AT_ONCE = 100;

  /** The source of an asset that is approved before it was seen and has no location. */
  private static final String NOWHERE = "baseline";

  private static final Set<String> FIELDS =
      WordListParser.set(
          """
          asset_id kind server_name name command args env_keys auth_mode tool_count resource_count
          description config_hash extensions""");

  private final Masking masking;

  AssetFields(Masking masking) {
    this.masking = masking;
  }

  /** Returns the assets of a field named {@code assets}; empty when the field is absent. */
  Optional<List<BaselineAsset>> read(Fields fields, String source, String configPath) {
    if (!fields.has("assets")) {
      return Optional.empty();
    }
    List<BaselineAsset> assets = new ArrayList<>();
    for (Fields sent : fields.objects("assets", MAX_ASSETS)) {
      if (assets.size() % READ_AT_ONCE == READ_AT_ONCE - 1) {
        fields.checkSoFar();
      }
      assets.add(asset(sent, source, configPath));
    }
    return Optional.of(assets);
  }

  /**
   * The configuration file of a server.
   *
   * @param source the client that it belongs to
   */
  record ServerFile(String source, String configPath) {}

  /** Finds the locations of servers. */
  @FunctionalInterface
  interface ServerFileFinder {
    /**
     * Returns the files that contain a server of a name, by name; may omit names that are in no
     * file.
     */
    Map<String, List<ServerFile>> of(Set<String> names);
  }

  /**
   * Returns the assets of the same field, each with its file. An asset without a file refers to the
   * known server of its name, or otherwise to a server without a location.
   */
  List<BaselineAsset> readWithFiles(Fields fields, ServerFileFinder locator) {
    List<Fields> all = fields.objects("assets", MAX_ASSETS);
    Set<String> unplaced = new TreeSet<>();
    for (Fields sent : all) {
      JsonNode extensions = sent.value("extensions");
      if (!extensions.has("source") || !extensions.has("config_path")) {
        unplaced.add(server(sent));
      }
    }
    Map<String, List<ServerFile>> placesByName =
        unplaced.isEmpty() ? Map.of() : locator.of(unplaced);
    List<BaselineAsset> assets = new ArrayList<>();
    for (Fields sent : all) {
      if (assets.size() % READ_AT_ONCE == READ_AT_ONCE - 1) {
        fields.checkSoFar();
      }
      ServerFile location = locate(sent, placesByName.getOrDefault(server(sent), List.of()));
      assets.add(asset(sent, location.source(), location.configPath()));
    }
    return assets;
  }

  private ServerFile locate(Fields sent, List<ServerFile> candidates) {
    Fields extensions = sent.object("extensions");
    Optional<String> source = extensions.optionalText("source", 100).map(masking::text);
    Optional<String> path =
        extensions.optionalText("config_path", ReportReader.LONGEST_PATH).map(masking::text);
    List<ServerFile> fitting =
        candidates.stream()
            .filter(location -> source.map(location.source()::equals).orElse(true))
            .filter(location -> path.map(location.configPath()::equals).orElse(true))
            .toList();
    if (fitting.size() > 1) {
      extensions.problem(
          "required",
          source.isEmpty() ? "source" : "config_path",
          "Several files have a server \""
              + MessageTexts.shown(server(sent))
              + "\"; expected \"source\" and \"config_path\" of one of them.");
    }
    return fitting.isEmpty() || fitting.size() > 1
        ? new ServerFile(source.orElse(NOWHERE), path.orElse(""))
        : fitting.get(0);
  }

  /** Returns the name of the asset's server; empty when it has none. */
  private String server(Fields sent) {
    String name = sent.value("name").asText("");
    return masking.text(sent.value("server_name").asText(name));
  }

  private BaselineAsset asset(Fields sent, String source, String configPath) {
    String name = masking.text(sent.optionalText("name", LONGEST_NAME).orElse(""));
    String server =
        name.isEmpty()
            ? masking.text(sent.text("server_name", 1, LONGEST_NAME))
            : masking.text(sent.optionalText("server_name", LONGEST_NAME).orElse(name));
    String command = masking.value(sent.optionalText("command", LONGEST_WORD).orElse(""));
    List<String> args = new ArrayList<>();
    for (String arg : sent.texts("args", MAX_WORDS, LONGEST_WORD)) {
      args.add(masking.value(arg));
    }
    Map<String, String> envKeys = names(sent);
    String authMode = masking.text(sent.optionalText("auth_mode", 100).orElse(""));
    int tools = count(sent, "tool_count");
    int resources = count(sent, "resource_count");
    String description = masking.text(sent.optionalText("description", LONGEST_WORD).orElse(""));
    String id = sent.optionalText("asset_id", 100).orElse("");
    String hash = sent.optionalText("config_hash", 200).orElse("");
    sent.object("extensions");
    Map<String, Object> extensions = extensions(sent, source, configPath);
    return AssetIds.identified(
        new BaselineAsset(
            masking.text(id),
            masking.text(sent.optionalText("kind", 100).orElse(BaselineAsset.SERVER)),
            server,
            name.isEmpty() ? server : name,
            command,
            args,
            envKeys,
            authMode,
            tools,
            resources,
            description,
            hash.isEmpty()
                ? Fingerprint.of(
                    server,
                    command,
                    args.toString(),
                    envKeys.keySet().toString(),
                    authMode,
                    tools + "/" + resources,
                    description,
                    extensions.toString())
                : masking.text(hash),
            extensions));
  }

  /**
   * Uses the file of the report, because two machines may name it differently and a report has only
   * one.
   */
  private Map<String, Object> extensions(Fields sent, String source, String configPath) {
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("config_path", configPath);
    extensions.put("source", source);
    JsonNode sentExtensions = sent.object("extensions").open();
    masking.members(sentExtensions).forEach(extensions::putIfAbsent);
    if (sentExtensions.path("url").isTextual()) {
      extensions.put("url", masking.value(sentExtensions.path("url").textValue()));
    }
    sent.others(FIELDS)
        .forEach(
            (name, value) ->
                extensions.putIfAbsent(masking.text(name), masking.member(name, value)));
    return extensions;
  }

  /** Returns the names of variables, from an object or a list. */
  private Map<String, String> names(Fields sent) {
    JsonNode variables = sent.value("env_keys");
    Map<String, String> names = new TreeMap<>();
    if (variables.isArray()) {
      for (String name : sent.texts("env_keys", MAX_WORDS, LONGEST_NAME)) {
        names.put(masking.text(name), Redactor.MASK);
      }
      return names;
    }
    sent.object("env_keys").open();
    if (variables.size() > MAX_WORDS) {
      sent.problem(
          "too_many",
          "env_keys",
          "\"env_keys\" has "
              + variables.size()
              + " names; at most "
              + MAX_WORDS
              + " are accepted.");
      return names;
    }
    for (Iterator<String> all = variables.fieldNames(); all.hasNext(); ) {
      names.put(masking.text(all.next()), Redactor.MASK);
    }
    return names;
  }

  private static int count(Fields sent, String name) {
    OptionalLong count = sent.number(name, 0, 1_000_000);
    return (int) count.orElse(0);
  }
}
