package io.svc.baseline;

import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.config.Word;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.redact.FieldName;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.scan.ProjectPaths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Converts the servers of a config file to assets without secrets.
 *
 * @param ids generator of asset ids
 * @param paths machine-independent paths
 * @param hasher hashes values; empty to omit the hashes
 */
public record AssetReader(Ids ids, ProjectPaths paths, Optional<ValueHasher> hasher) {
  private static final List<String> APPROVAL_KEYS =
      List.of("autoApprove", "alwaysAllow", "auto_approve", "always_allow", "trust");

  /** Returns the assets of a file, in the order of the file. */
  public List<BaselineAsset> read(McpConfig config, Redactor redactor) {
    List<BaselineAsset> assets = new ArrayList<>();
    for (McpServer server : config.servers()) {
      assets.add(asset(config, server, redactor));
    }
    return assets;
  }

  private BaselineAsset asset(McpConfig config, McpServer server, Redactor redactor) {
    String name = redactor.redact(server.name());
    List<String> args = new ArrayList<>();
    for (Word word : server.launch().arguments()) {
      args.add(redactor.redact(word.origin(), word.text()));
    }
    String command =
        server.isLocal()
            ? redactor.redact(server.launch().words().get(0).origin(), server.launch().command())
            : "";
    Map<String, String> envKeys = new TreeMap<>();
    for (NamedText variable : server.env()) {
      envKeys.put(redactor.redact(variable.name()), Redactor.MASK);
    }
    String description = redactor.redact(server.description());
    int tools = countDefinitions(server, "tools");
    int resources = countDefinitions(server, "resources");
    Map<String, Object> settings = settings(server, redactor);
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("config_path", paths.display(config.path()));
    extensions.put("source", config.source());
    extensions.putAll(settings);
    String hash =
        Fingerprint.of(
            BaselineAsset.SERVER,
            name,
            command,
            args.toString(),
            envKeys.keySet().toString(),
            authMode(server),
            Integer.toString(tools),
            Integer.toString(resources),
            description,
            settings.toString());
    return new BaselineAsset(
        ids.next("ast_"),
        BaselineAsset.SERVER,
        name,
        name,
        command,
        args,
        envKeys,
        authMode(server),
        tools,
        resources,
        description,
        hash,
        extensions);
  }

  /** Returns the settings beyond the specification's fields that the file contains. */
  private Map<String, Object> settings(McpServer server, Redactor redactor) {
    Map<String, Object> settings = new LinkedHashMap<>();
    if (!server.urls().isEmpty()) {
      ConfigText url = server.urls().get(0);
      settings.put("url", redactor.redact(url, url.text()));
    }
    server
        .entry()
        .findText("type")
        .or(() -> server.entry().findText("transport"))
        .ifPresent(type -> settings.put("transport", redactor.redact(type.text())));
    TreeSet<String> headers = new TreeSet<>();
    for (NamedText header : server.headers()) {
      headers.add(redactor.redact(header.name()));
    }
    if (!headers.isEmpty()) {
      settings.put("header_names", List.copyOf(headers));
    }
    TreeSet<String> approved = approved(server, redactor);
    if (!approved.isEmpty()) {
      settings.put("auto_approve", List.copyOf(approved));
    }
    if (isDisabled(server)) {
      settings.put("disabled", true);
    }
    if (hasher.isPresent()) {
      settings.put("value_hashes", valueHashes(server, hasher.get(), redactor));
    }
    return settings;
  }

  private static TreeSet<String> approved(McpServer server, Redactor redactor) {
    TreeSet<String> approved = new TreeSet<>();
    for (String key : APPROVAL_KEYS) {
      ConfigNode value = server.entry().find(key).orElse(null);
      if (value instanceof ConfigList list) {
        for (ConfigNode element : list.elements()) {
          if (element instanceof ConfigText tool) {
            approved.add(redactor.redact(tool.text()));
          }
        }
      } else if (value instanceof ConfigText text && text.isTrue()) {
        approved.add("*");
      }
    }
    return approved;
  }

  private static boolean isDisabled(McpServer server) {
    return server.entry().findText("disabled").filter(ConfigText::isTrue).isPresent()
        || server.entry().findText("enabled").filter(ConfigText::isFalse).isPresent();
  }

  private static Map<String, String> valueHashes(
      McpServer server, ValueHasher hasher, Redactor redactor) {
    Map<String, String> hashes = new TreeMap<>();
    for (NamedText variable : server.env()) {
      hashes.put("env/" + redactor.redact(variable.name()), hasher.hash(variable.text()));
    }
    for (NamedText header : server.headers()) {
      hashes.put("headers/" + redactor.redact(header.name()), hasher.hash(header.text()));
    }
    for (int i = 0; i < server.launch().words().size(); i++) {
      Word word = server.launch().words().get(i);
      if (!redactor.redact(word.origin(), word.text()).equals(word.text())) {
        hashes.put("args/" + i, hasher.hash(word.text()));
      }
    }
    for (ConfigText url : server.urls()) {
      if (!redactor.redact(url, url.text()).equals(url.text())) {
        hashes.put("url", hasher.hash(url.text()));
      }
    }
    return hashes;
  }

  /** Returns the client's authentication mode; empty when the file does not specify it. */
  private static String authMode(McpServer server) {
    ConfigObject entry = server.entry();
    for (NamedText header : server.headers()) {
      if (FieldName.of(header.name()).isSecret()) {
        return "header";
      }
    }
    if (entry.find("oauth").isPresent() || entry.findObject("auth").isPresent()) {
      return "oauth";
    }
    if (entry.find("bearer_token_env_var").isPresent()
        || entry.find("env_http_headers").isPresent()) {
      return "env";
    }
    for (ConfigText url : server.urls()) {
      if (Redactor.hasUrlSecret(url.text())) {
        return "url";
      }
    }
    for (NamedText variable : server.env()) {
      FieldName name = FieldName.of(variable.name());
      if (name.isSecret() || name.isPassword()) {
        return "env";
      }
    }
    return "";
  }

  private static int countDefinitions(McpServer server, String key) {
    ConfigNode declared = server.entry().find(key).orElse(null);
    if (declared instanceof ConfigObject map) {
      return map.members().size();
    }
    int count = 0;
    if (declared instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        count += element instanceof ConfigObject ? 1 : 0;
      }
    }
    return count;
  }
}
