package io.svc.scanner.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object, map or table. Members that stand twice are kept twice. */
public final class ConfigObject extends ConfigNode {
  /**
   * A member with the place of its key.
   *
   * @param line of the key, from 1
   * @param column of the key, from 1
   */
  public record Member(String name, int line, int column, ConfigNode value) {
    /** Where the key stands. */
    public Location location() {
      return new Location(value.location().pointer(), line, column);
    }
  }

  /** So few members are compared faster than they are hashed. */
  private static final int FEW = 8;

  private final List<Member> members = new ArrayList<>();

  ConfigObject(@Nullable ConfigNode parent, String key, int line, int column) {
    super(parent, key, line, column);
  }

  void add(Member member) {
    members.add(member);
  }

  /** All members in the order of the file, repeated ones included. */
  public List<Member> members() {
    return Collections.unmodifiableList(members);
  }

  /** Whether a name stands twice. */
  public boolean hasRepeats() {
    if (members.size() <= FEW) {
      for (int i = 1; i < members.size(); i++) {
        for (int j = 0; j < i; j++) {
          if (members.get(i).name().equals(members.get(j).name())) {
            return true;
          }
        }
      }
      return false;
    }
    Set<String> seen = new HashSet<>();
    for (Member member : members) {
      if (!seen.add(member.name())) {
        return true;
      }
    }
    return false;
  }

  /** The member of that name; where it stands twice the last, which is the one that clients use. */
  public Optional<ConfigNode> find(String name) {
    for (int i = members.size() - 1; i >= 0; i--) {
      if (members.get(i).name().equals(name)) {
        return Optional.of(members.get(i).value());
      }
    }
    return Optional.empty();
  }

  /** The text of that name, when there is one and it is a scalar other than null. */
  public Optional<ConfigText> findText(String name) {
    ConfigNode found = find(name).orElse(null);
    return found instanceof ConfigText text && !text.isNull()
        ? Optional.of(text)
        : Optional.empty();
  }

  /** The object of that name, when there is one and it is an object. */
  public Optional<ConfigObject> findObject(String name) {
    ConfigNode found = find(name).orElse(null);
    return found instanceof ConfigObject object ? Optional.of(object) : Optional.empty();
  }

  @Override
  public String kind() {
    return "an object";
  }
}
