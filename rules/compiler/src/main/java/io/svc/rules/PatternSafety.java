package io.svc.rules;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Checks the syntax of a pattern for constructs that are unsafe on untrusted text. */
final class PatternSafety {
  private PatternSafety() {}

  /** Returns the problem of a rule's pattern; empty if there is none. */
  static Optional<String> problemOf(String pattern) {
    try {
      int groups = Pattern.compile(pattern).matcher("").groupCount();
      if (groups != 1) {
        return Optional.of(
            "the pattern has " + groups + " capturing groups; expected one, the secret");
      }
    } catch (PatternSyntaxException e) {
      return Optional.of("the pattern is not valid: " + e.getDescription());
    }
    boolean inClass = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        if (i + 1 < pattern.length() && pattern.charAt(i + 1) == 'Q') {
          return Optional.of("\\Q at " + i + " is not allowed; escape each character separately");
        }
        i++;
      } else if (inClass) {
        inClass = c != ']';
      } else if (c == '[') {
        inClass = true;
      } else if (c == '*' || c == '+') {
        return Optional.of("'" + c + "' at " + i + " is unbounded; write {m,n}");
      } else if (c == '{' && pattern.indexOf(",}", i) == pattern.indexOf('}', i) - 1) {
        return Optional.of("the quantifier at " + i + " is unbounded; write {m,n}");
      }
    }
    return Optional.empty();
  }
}
