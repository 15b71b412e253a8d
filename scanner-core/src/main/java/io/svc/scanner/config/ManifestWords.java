package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.util.ArrayList;
import java.util.List;

/** The words of a command that a manifest describes by several values. */
final class ManifestWords {
  private final List<Word> words = new ArrayList<>();

  /** Adds words that the manifest implies, at the location of a value. */
  ManifestWords add(ConfigText origin, String... texts) {
    for (String text : texts) {
      words.add(new Word(text, origin));
    }
    return this;
  }

  /** Adds a command line, or a list of words; other values are ignored. */
  ManifestWords addAll(ConfigNode value) {
    if (value instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        if (element instanceof ConfigText text && !text.isNull()) {
          words.add(new Word(text.text(), text));
        }
      }
    } else if (value instanceof ConfigText text && !text.isNull()) {
      for (String word : Launch.splitWithoutOperators(text.text())) {
        words.add(new Word(word, text));
      }
    }
    return this;
  }

  Launch launch() {
    return new Launch(words);
  }

  /** Returns the name of a member as a value of its own. */
  static ConfigText nameOf(Member member) {
    ConfigNode parent = member.value().parent().orElse(null);
    return new ConfigText(
        parent, member.name(), member.line(), member.column(), member.name(), Kind.TEXT);
  }
}
