package io.svc.baseline;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.RegularFile;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigText;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes baseline files. */
public final class BaselineFile {
  /** The default path of a baseline, relative to the project. */
  public static final Path DEFAULT = Path.of(".svc", "mcp-baseline.json");

  private final Path path;

  private BaselineFile(Path path) {
    this.path = path;
  }

  /**
   * Reads a baseline.
   *
   * @throws BaselineException when the file does not exist, or is not a baseline in a supported
   *     format
   */
  public static Baseline read(Path path) throws BaselineException {
    return new BaselineFile(path).read();
  }

  /** Returns the text of a baseline file. */
  public static String toJson(Baseline baseline) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JsonOutput.generator(text)) {
      json.writeStartObject();
      json.writeNumberField("schema_version", baseline.schemaVersion());
      json.writeStringField("baseline_id", baseline.baselineId());
      json.writeStringField("approved_by", baseline.approvedBy());
      json.writeStringField("approved_at", JsonOutput.time(baseline.approvedAt()));
      json.writeStringField("config_hash", baseline.configHash());
      json.writeBooleanField("tracks_values", baseline.tracksValues());
      json.writeArrayFieldStart("config_files");
      for (Baseline.ConfigFile file : baseline.configFiles()) {
        json.writeStartObject();
        json.writeStringField("config_path", file.configPath());
        json.writeStringField("source", file.source());
        json.writeStringField("config_hash", file.configHash());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("assets");
      for (BaselineAsset asset : baseline.assets()) {
        JsonOutput.writeAsset(json, asset);
      }
      json.writeEndArray();
      if (!baseline.rejected().isEmpty()) {
        json.writeArrayFieldStart("rejected");
        for (Baseline.Rejection rejection : baseline.rejected()) {
          json.writeStartObject();
          json.writeStringField("server_name", rejection.serverName());
          json.writeStringField("config_hash", rejection.configHash());
          json.writeStringField("rejected_by", rejection.rejectedBy());
          json.writeStringField("rejected_at", JsonOutput.time(rejection.rejectedAt()));
          json.writeEndObject();
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("Writing to memory failed", e);
    }
    return text.append("\n").toString();
  }

  private Baseline read() throws BaselineException {
    String text;
    try {
      text = RegularFile.text(path, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new BaselineException("baseline file not found at " + path);
    } catch (IOException e) {
      throw new BaselineException(
          "baseline file cannot be read at " + path + ": " + FileErrorText.reasonOf(e));
    }
    ConfigNode root =
        ConfigReader.readJson(text).orElseThrow(() -> problem("it is not valid JSON"));
    if (!(root instanceof ConfigObject object)) {
      throw problem("expected an object, found " + root.kind());
    }
    int version = number(object, "schema_version");
    if (version != Baseline.SCHEMA_VERSION) {
      throw problem(
          "its schema_version is "
              + version
              + "; this version reads "
              + Baseline.SCHEMA_VERSION
              + (version > Baseline.SCHEMA_VERSION
                  ? "; use the newer version that wrote it, or create a new baseline"
                  : ""));
    }
    List<Baseline.ConfigFile> files = new ArrayList<>();
    for (ConfigObject file : objects(object, "config_files")) {
      files.add(
          new Baseline.ConfigFile(
              text(file, "config_path"), text(file, "source"), text(file, "config_hash")));
    }
    List<BaselineAsset> assets = new ArrayList<>();
    for (ConfigObject asset : objects(object, "assets")) {
      assets.add(asset(asset));
    }
    List<Baseline.Rejection> rejected = new ArrayList<>();
    if (object.find("rejected").isPresent()) {
      for (ConfigObject rejection : objects(object, "rejected")) {
        rejected.add(
            new Baseline.Rejection(
                text(rejection, "server_name"),
                text(rejection, "config_hash"),
                text(rejection, "rejected_by"),
                time(rejection, "rejected_at")));
      }
    }
    return new Baseline(
        version,
        text(object, "baseline_id"),
        text(object, "approved_by"),
        time(object, "approved_at"),
        text(object, "config_hash"),
        field(object, "tracks_values").equals(true),
        files,
        assets,
        rejected);
  }

  private BaselineAsset asset(ConfigObject asset) throws BaselineException {
    Map<String, String> envKeys = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map(asset, "env_keys").entrySet()) {
      envKeys.put(entry.getKey().toString(), entry.getValue().toString());
    }
    Map<String, Object> extensions = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map(asset, "extensions").entrySet()) {
      extensions.put(entry.getKey().toString(), entry.getValue());
    }
    List<String> args = new ArrayList<>();
    if (!(field(asset, "args") instanceof List<?> list)) {
      throw problem("'args' must be a list");
    }
    list.forEach(arg -> args.add(arg.toString()));
    return new BaselineAsset(
        text(asset, "asset_id"),
        text(asset, "kind"),
        text(asset, "server_name"),
        text(asset, "name"),
        text(asset, "command"),
        args,
        envKeys,
        text(asset, "auth_mode"),
        number(asset, "tool_count"),
        number(asset, "resource_count"),
        text(asset, "description"),
        text(asset, "config_hash"),
        extensions);
  }

  private Map<?, ?> map(ConfigObject object, String name) throws BaselineException {
    if (field(object, name) instanceof Map<?, ?> map) {
      return map;
    }
    throw problem("'" + name + "' must be an object");
  }

  private List<ConfigObject> objects(ConfigObject object, String name) throws BaselineException {
    List<ConfigObject> objects = new ArrayList<>();
    if (object.find(name).orElse(null) instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (!(element instanceof ConfigObject found)) {
          throw problem("'" + name + "' must be a list of objects");
        }
        objects.add(found);
      }
      return objects;
    }
    throw problem("'" + name + "' must be a list");
  }

  private String text(ConfigObject object, String name) throws BaselineException {
    if (field(object, name) instanceof String text) {
      return text;
    }
    throw problem("'" + name + "' must be a string");
  }

  private int number(ConfigObject object, String name) throws BaselineException {
    if (field(object, name) instanceof Integer number) {
      return number;
    }
    throw problem("'" + name + "' must be an integer");
  }

  private Instant time(ConfigObject object, String name) throws BaselineException {
    try {
      return Instant.parse(text(object, name));
    } catch (DateTimeParseException e) {
      throw problem("'" + name + "' must be a time such as 2026-01-31T12:00:00.000Z");
    }
  }

  private Object field(ConfigObject object, String name) throws BaselineException {
    return value(
        object.find(name).orElseThrow(() -> problem("the field '" + name + "' is missing")));
  }

  private static Object value(ConfigNode node) {
    if (node instanceof ConfigObject object) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (Member member : object.members()) {
        map.put(member.name(), value(member.value()));
      }
      return map;
    }
    if (node instanceof ConfigList list) {
      List<Object> values = new ArrayList<>();
      list.elements().forEach(element -> values.add(value(element)));
      return values;
    }
    ConfigText text = (ConfigText) node;
    return switch (text.kind()) {
      case "a boolean" -> text.isTrue();
      case "a number" -> number(text.text());
      default -> text.text();
    };
  }

  private static Object number(String digits) {
    try {
      return Integer.valueOf(digits);
    } catch (NumberFormatException e) {
      return digits;
    }
  }

  private BaselineException problem(String reason) {
    return new BaselineException("baseline file is not usable at " + path + ": " + reason);
  }
}
