package io.svc.scanner.checks.files;

import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.Word;
import io.svc.scanner.launch.PermissionRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Directories and files that a client can use without approval, by its own settings. */
final class ClientDirectories {
  /** Settings of Copilot CLI with directories whose files it can change and run. */
  private static final List<String> TRUSTED_FOLDERS = List.of("trusted_folders", "trustedFolders");

  private ClientDirectories() {}

  /** Returns the path of each directory with the setting that allows it. */
  static List<Word> of(McpConfig config) {
    List<Word> directories = new ArrayList<>();
    if (!(config.root() instanceof ConfigObject root)) {
      return directories;
    }
    if (config.source().equals("copilot-cli")) {
      for (String key : TRUSTED_FOLDERS) {
        for (ConfigText directory : textsIn(root, key)) {
          directories.add(new Word(directory.text(), directory));
        }
      }
    }
    Optional<ConfigObject> permissions = root.findObject("permissions");
    if (permissions.isPresent()) {
      for (ConfigText directory : textsIn(permissions.get(), "additionalDirectories")) {
        directories.add(new Word(directory.text(), directory));
      }
      Set<String> denied = new HashSet<>();
      for (ConfigText rule : textsIn(permissions.get(), "deny")) {
        denied.add(rule.text().strip());
      }
      for (ConfigText rule : textsIn(permissions.get(), "allow")) {
        if (!denied.contains(rule.text().strip())) {
          directories.add(new Word(PermissionRule.of(rule.text()).directory(), rule));
        }
      }
    }
    return directories;
  }

  /** Returns the texts in a list of an object. */
  static List<ConfigText> textsIn(ConfigObject object, String key) {
    List<ConfigText> texts = new ArrayList<>();
    if (object.find(key).orElse(null) instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (element instanceof ConfigText text) {
          texts.add(text);
        }
      }
    }
    return texts;
  }
}
