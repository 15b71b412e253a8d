package io.svc.cli.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files of a repository at one point in time: its index or a revision. */
public final class GitSnapshot {
  private static final int LONGEST_LINK = 4096;

  /** The limit of Linux. */
  private static final int MAX_LINKS = 40;

  private final Git git;
  private final Map<String, GitEntry> entries = new LinkedHashMap<>();
  private Optional<Map<String, byte[]>> links = Optional.empty();

  GitSnapshot(Git git, Collection<GitEntry> all) {
    this.git = git;
    for (GitEntry entry : all) {
      entries.putIfAbsent(entry.path(), entry);
    }
  }

  Set<String> paths() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  /** Returns the entry with exactly this path. */
  public Optional<GitEntry> entry(String path) {
    return Optional.ofNullable(entries.get(path));
  }

  /** Returns the paths below a directory. The name of the root is empty. */
  public List<String> pathsBelow(String directory) {
    List<String> below = new ArrayList<>();
    for (String path : entries.keySet()) {
      if (directory.isEmpty() || path.startsWith(directory + "/")) {
        below.add(path);
      }
    }
    return below;
  }

  /**
   * Returns the file that a path leads to, following links of the file and of its parent
   * directories.
   */
  Optional<GitEntry> file(String path) {
    Optional<String> target = followed(path);
    return target.isEmpty() ? Optional.empty() : entry(target.get()).filter(GitEntry::isFile);
  }

  /**
   * Returns the target of a path; empty if it is outside the repository or the links form a cycle.
   */
  public Optional<String> followed(String path) {
    String at = path;
    for (int followed = 0; followed <= MAX_LINKS; followed++) {
      Optional<GitEntry> link = firstLink(at);
      if (link.isEmpty()) {
        return Optional.of(at);
      }
      String from = link.get().path();
      Optional<String> to = target(link.get());
      if (to.isEmpty()) {
        return Optional.empty();
      }
      String rest = at.substring(from.length());
      at = to.get().isEmpty() && !rest.isEmpty() ? rest.substring(1) : to.get() + rest;
    }
    return Optional.empty();
  }

  private Optional<GitEntry> firstLink(String path) {
    for (int end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
      GitEntry entry = entries.get(end < 0 ? path : path.substring(0, end));
      if (entry != null && entry.isLink()) {
        return Optional.of(entry);
      }
      if (end < 0) {
        return Optional.empty();
      }
    }
  }

  private Optional<String> target(GitEntry link) {
    byte[] text = linkTexts().get(link.id());
    if (text == null || text.length == 0 || text[0] == '/') {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>(List.of(link.path().split("/", -1)));
    names.remove(names.size() - 1);
    for (String name : new String(text, UTF_8).split("/", -1)) {
      if (name.equals("..")) {
        if (names.isEmpty()) {
          return Optional.empty();
        }
        names.remove(names.size() - 1);
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return Optional.of(String.join("/", names));
  }

  private Map<String, byte[]> linkTexts() {
    if (links.isEmpty()) {
      List<String> ids = new ArrayList<>();
      for (GitEntry entry : entries.values()) {
        if (entry.isLink()) {
          ids.add(entry.id());
        }
      }
      links = Optional.of(GitBlobs.read(git, ids, LONGEST_LINK));
    }
    return links.get();
  }

  /**
   * Returns the contents of files.
   *
   * @param limit the maximum number of bytes to return per file; longer content is truncated
   * @return the contents by path, without paths that are not files or are missing in the repository
   */
  public Map<String, byte[]> contents(Collection<String> paths, long limit) {
    Map<String, String> ids = new HashMap<>();
    for (String path : paths) {
      file(path).ifPresent(entry -> ids.put(path, entry.id()));
    }
    Map<String, byte[]> blobs = GitBlobs.read(git, ids.values(), limit);
    Map<String, byte[]> contents = new HashMap<>();
    for (Map.Entry<String, String> fileId : ids.entrySet()) {
      byte[] content = blobs.get(fileId.getValue());
      if (content != null) {
        contents.put(fileId.getKey(), content);
      }
    }
    return contents;
  }
}
