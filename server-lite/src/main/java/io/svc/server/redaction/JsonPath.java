package io.svc.server.redaction;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The path from the root of a tree to a value.
 *
 * @param parent null at the root
 * @param name the name of a member; empty for an element
 * @param index the index of an element; negative for a member
 */
record JsonPath(@Nullable JsonPath parent, String name, int index) {
  static final JsonPath ROOT = new JsonPath(null, "", -1);

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$-]{0,100}");

  JsonPath member(String member) {
    return new JsonPath(this, member, -1);
  }

  JsonPath element(int element) {
    return new JsonPath(this, "", element);
  }

  /** The name of the member that contains the value, directly or in a list; empty at the root. */
  String memberName() {
    JsonPath path = this;
    while (path.parent != null && path.index >= 0) {
      path = path.parent;
    }
    return path.name;
  }

  /** The name of the member that contains {@link #memberName}. */
  String parentMemberName() {
    JsonPath path = this;
    while (path.parent != null && path.index >= 0) {
      path = path.parent;
    }
    return path.parent == null ? "" : path.parent.memberName();
  }

  /** Returns the JSON Pointer (RFC 6901), with masked names. */
  String pointer(UnaryOperator<String> safe) {
    if (parent == null) {
      return "";
    }
    String step =
        index >= 0
            ? Integer.toString(index)
            : safe.apply(name).replace("~", "~0").replace("/", "~1");
    return parent.pointer(safe) + "/" + step;
  }

  /** Returns the dotted form: {@code customer.emails[0]}, {@code ["two words"].x}. */
  String dotted(UnaryOperator<String> safe) {
    if (parent == null) {
      return "";
    }
    String before = parent.dotted(safe);
    if (index >= 0) {
      return before + "[" + index + "]";
    }
    String step = safe.apply(name);
    if (!PLAIN.matcher(step).matches()) {
      return before + "[\"" + step.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]";
    }
    return before.isEmpty() ? step : before + "." + step;
  }
}
