package io.svc.scanner.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object, map or table. Duplicate members are retained. */
public final class ConfigObject extends ConfigNode {
  /**
   * A member with the location of its key.
   *
   * @param name name of the member
   * @param line line of the key, from 1
   * @param column column of the key, from 1
   * @param value value of the member
   */
  public record Member(String name, int line, int column, ConfigNode value) {
    /** Returns the location of the key. */
    public Location location() {
      return new Location(value.location().pointer(), line, column);
    }
  }

  /** Up to this number of members, comparing is faster than hashing. */
  private static final int FEW = 8;

  private final List<Member> members = new ArrayList<>(4);
  private final List<Member> view = Collections.unmodifiableList(members);

  /** The members that the reader of the file added, apart from those of the same name. */
  private List<Member> parts = List.of();

  ConfigObject(@Nullable ConfigNode parent, String key, int line, int column) {
    super(parent, key, line, column);
  }

  void add(Member member) {
    members.add(member);
  }

  /**
   * Adds a part of the file that has no name in it, such as the text of a Markdown file. Members of
   * a file never become parts, whatever their names are.
   */
  void addPart(Member part) {
    add(part);
    parts = parts.isEmpty() ? new ArrayList<>(2) : parts;
    parts.add(part);
  }

  /** Returns the part with a name that the reader of the file added. */
  Optional<ConfigNode> findPart(String name) {
    for (Member part : parts) {
      if (part.name().equals(name)) {
        return Optional.of(part.value());
      }
    }
    return Optional.empty();
  }

  /** Returns all members in the order of the file, including duplicates. */
  public List<Member> members() {
    return view;
  }

  /** Returns true if a name occurs more than once. */
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

  /** Returns the member with a name. Of duplicates it is the last one, which clients use. */
  public Optional<ConfigNode> find(String name) {
    for (int i = members.size() - 1; i >= 0; i--) {
      if (members.get(i).name().equals(name)) {
        return Optional.of(members.get(i).value());
      }
    }
    return Optional.empty();
  }

  /** Returns the text of a member if it is a scalar other than null. */
  public Optional<ConfigText> findText(String name) {
    ConfigNode found = find(name).orElse(null);
    return found instanceof ConfigText text && !text.isNull()
        ? Optional.of(text)
        : Optional.empty();
  }

  /** Returns the member with a name if it is an object. */
  public Optional<ConfigObject> findObject(String name) {
    ConfigNode found = find(name).orElse(null);
    return found instanceof ConfigObject object ? Optional.of(object) : Optional.empty();
  }

  @Override
  public String kind() {
    return "an object";
  }
}
