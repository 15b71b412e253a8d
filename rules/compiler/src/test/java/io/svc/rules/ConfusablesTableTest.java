package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.SpoofChecker;
import com.ibm.icu.util.VersionInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of look-alikes is what ICU says; {@code -Dgolden.update=true} writes it anew. */
class ConfusablesTableTest {
  private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789";

  private final SpoofChecker icu = new SpoofChecker.Builder().build();

  @Test
  void the_table_is_what_icu_specifies() throws IOException {
    Path file =
        Path.of(System.getProperty("project.root"), "rules/src/main/rules/unicode/confusables.tsv");
    String table = table();
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, table);
    }

    assertThat(file).hasContent(table);
    assertThat(table.lines().count()).isBetween(1_500L, 5_000L);
  }

  private String table() {
    Map<String, String> looks = skeletonsOfAscii();
    StringBuilder table =
        new StringBuilder("# Characters beyond ASCII that look like letters and digits of ASCII.\n")
            .append("# Source: Unicode Technical Standard 39, confusables, by ICU4J ")
            .append(version(VersionInfo.ICU_VERSION))
            .append(", Unicode ")
            .append(version(UCharacter.getUnicodeVersion()))
            .append(".\n")
            .append("# Columns: code point, what it looks like in lower case.\n");
    for (int c = 0x80; c <= Character.MAX_CODE_POINT; c++) {
      if (UCharacter.isDefined(c)) {
        String look = looks.getOrDefault(icu.getSkeleton(Character.toString(c)), "");
        String lower =
            looks.getOrDefault(icu.getSkeleton(UCharacter.toLowerCase(Character.toString(c))), "");
        String best = look.isEmpty() ? lower : look;
        if (!best.isEmpty()) {
          table.append("%04X\t%s\n".formatted(c, best));
        }
      }
    }
    return table.toString();
  }

  private static String version(VersionInfo version) {
    return version.getMajor() + "." + version.getMinor();
  }

  /** Skeletons of plain characters: of several that look alike, the letter and the small one. */
  private Map<String, String> skeletonsOfAscii() {
    Map<String, String> looks = new LinkedHashMap<>();
    PLAIN
        .chars()
        .mapToObj(Character::toString)
        .forEach(c -> looks.putIfAbsent(icu.getSkeleton(c), c));
    PLAIN
        .chars()
        .mapToObj(Character::toString)
        .forEach(c -> looks.putIfAbsent(icu.getSkeleton(c.toUpperCase(Locale.ROOT)), c));
    return looks;
  }
}
