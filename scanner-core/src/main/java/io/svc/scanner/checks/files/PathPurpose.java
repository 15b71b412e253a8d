package io.svc.scanner.checks.files;

import io.svc.rules.WordListParser;
import io.svc.scanner.redact.FieldName;
import java.util.List;
import java.util.Set;

/** The purpose of a path according to the name of its option or variable. */
final class PathPurpose {
  /** Short options whose value is a key file, a configuration file or a file of variables. */
  private static final Set<String> FILE_OPTIONS = Set.of("-i", "-k", "-c", "-F");

  private static final Set<String> DOT_ENV_OPTIONS = Set.of("-e", "-f");

  private static final List<String> CREDENTIAL_STEMS =
      WordListParser.list(
          """
          key cred cert identity config env secret token auth pem netrc npmrc passw wallet account
          settings""");

  private static final List<String> DENYING_STEMS =
      WordListParser.list(
          """
          deny denied exclu ignor block forbid skip disallow protect except""");

  private PathPurpose() {}

  /**
   * Returns whether the path is passed as a credential or is excluded from the server's access. A
   * single file can be a credential; a directory of credentials exceeds what a server needs.
   */
  static boolean isOrdinary(String name, SensitivePlace sensitivePlace) {
    if (FILE_OPTIONS.contains(name)) {
      return !sensitivePlace.isDirectory();
    }
    if (DOT_ENV_OPTIONS.contains(name)) {
      return sensitivePlace.isDotEnv();
    }
    for (String word : FieldName.of(name).words()) {
      if (hasStem(word, DENYING_STEMS)
          || (!sensitivePlace.isDirectory() && hasStem(word, CREDENTIAL_STEMS))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasStem(String word, List<String> stems) {
    for (String stem : stems) {
      if (word.contains(stem)) {
        return true;
      }
    }
    return false;
  }
}
