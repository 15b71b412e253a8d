package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * An MCP bundle ({@code .mcpb}, {@code .dxt}): a ZIP archive with a manifest, a server and its
 * dependencies. The root has a part for each file that was read, so the pointer of a finding begins
 * with the name of the file, and its line is the line in this file.
 */
final class BundleReader {
  /** Name of the part with the names of files that leave the directory of the bundle. */
  static final String UNSAFE_NAMES = "(file names)";

  private static final int LONGEST_MANIFEST = 4 << 20;
  private static final int LONGEST_FILE = 1 << 18;

  /** Largest number of files that are opened, and of bytes that are unpacked from all of them. */
  private static final int MAX_FILES = 50;

  private static final int MAX_BYTES = 2 << 20;
  private static final int MAX_UNSAFE_NAMES = 20;

  /** Files of package managers and compilers, which are long and contain no settings. */
  private static final Set<String> OF_TOOLS =
      Set.of("package-lock.json", "npm-shrinkwrap.json", "tsconfig.json");

  private final ZipArchive archive;
  private final ConfigObject root = new ConfigObject(null, "", 1, 1);
  private final List<String> notes;
  private final List<String> examined = new ArrayList<>();
  private int opened;
  private int unpacked;

  private BundleReader(ZipArchive archive, List<String> notes) {
    this.archive = archive;
    this.notes = notes;
  }

  /**
   * Returns the files of a bundle that can be read as settings.
   *
   * @param notes receives a note about the files that were not examined
   */
  static ConfigObject read(byte[] bytes, List<String> notes) throws UnreadableConfigException {
    BundleReader reader = new BundleReader(ZipArchive.of(bytes), notes);
    reader.readManifest();
    reader.readOthers();
    reader.addUnsafeNames();
    return reader.root;
  }

  private void readManifest() throws UnreadableConfigException {
    List<ZipArchive.Entry> manifests = new ArrayList<>();
    for (ZipArchive.Entry entry : archive.entries()) {
      if (isManifest(entry)) {
        manifests.add(entry);
      }
    }
    if (manifests.size() != 1) {
      throw new UnreadableConfigException(
          manifests.isEmpty()
              ? "the bundle has no manifest.json in its root"
              : "the bundle has several files named manifest.json, and programs read different ones");
    }
    byte[] content = archive.contentOf(manifests.get(0), LONGEST_MANIFEST);
    try {
      add(BundleManifest.FILE, JsonTree.ofJson(textOf(content), root, BundleManifest.FILE));
    } catch (UnreadableConfigException e) {
      throw new UnreadableConfigException("manifest.json in the bundle: " + e.getMessage());
    }
  }

  private static boolean isManifest(ZipArchive.Entry entry) {
    return installedName(entry.name()).equalsIgnoreCase(BundleManifest.FILE);
  }

  /** Returns the name of a file after unpacking: without {@code ./}, {@code x/..} and the like. */
  private static String installedName(String name) {
    Deque<String> names = new ArrayDeque<>();
    for (String part : name.replace('\\', '/').split("/", -1)) {
      if (part.equals("..")) {
        names.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        names.addLast(part);
      }
    }
    return String.join("/", names);
  }

  private void readOthers() {
    int files = 0;
    int unread = 0;
    for (ZipArchive.Entry entry : archive.entries()) {
      if (!entry.isDirectory() && !isManifest(entry)) {
        files++;
        boolean isRead = isSetting(installedName(entry.name())) && read(entry);
        unread += isRead ? 0 : 1;
      }
    }
    notes.add(
        "lines are of the files in the bundle; examined: "
            + String.join(", ", examined)
            + (unread == 0 ? "" : "; not examined: " + unread + " of " + (files + 1) + " files"));
  }

  /** Returns true for small settings next to the manifest. */
  private static boolean isSetting(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean isJson = lower.endsWith(".json") && !OF_TOOLS.contains(lower);
    boolean isSetting = isJson || lower.equals(".env") || lower.startsWith(".env.");
    return isSetting && lower.matches("[a-z0-9._-]{1,80}");
  }

  /** Reads a file within the limits, which also count files in an unknown notation. */
  private boolean read(ZipArchive.Entry entry) {
    int limit = Math.min(LONGEST_FILE, MAX_BYTES - unpacked);
    if (opened == MAX_FILES || limit <= 0) {
      return false;
    }
    opened++;
    unpacked += limit;
    try {
      byte[] content = archive.contentOf(entry, limit);
      unpacked -= limit - content.length;
      String name = installedName(entry.name());
      if (name.toLowerCase(Locale.ROOT).endsWith(".json")) {
        add(name, JsonTree.ofJson(textOf(content), root, name));
      } else {
        add(name, variables(SourceText.ofAny(content).text(), name));
      }
      return true;
    } catch (UnreadableConfigException e) {
      return false;
    }
  }

  private void add(String name, ConfigNode content) {
    root.addPart(new Member(name, 1, 1, content));
    examined.add(name);
  }

  private static String textOf(byte[] content) throws UnreadableConfigException {
    return SourceText.decode(content).text();
  }

  private ConfigObject variables(String text, String name) {
    List<String> fileNotes = new ArrayList<>();
    ConfigObject variables =
        EnvironmentTree.of(name, text, new ConfigObject(root, name, 1, 1), fileNotes);
    for (String note : fileNotes) {
      notes.add(name + " in the bundle: " + note);
    }
    return variables;
  }

  /** Adds names with which an installer writes outside of the directory of the bundle. */
  private void addUnsafeNames() {
    ConfigList names = new ConfigList(root, UNSAFE_NAMES, 1, 1);
    boolean hasLinks = false;
    for (ZipArchive.Entry entry : archive.entries()) {
      if (isUnsafe(entry.name()) && names.elements().size() < MAX_UNSAFE_NAMES) {
        String index = Integer.toString(names.elements().size());
        names.add(new ConfigText(names, index, 1, 1, entry.name(), Kind.TEXT));
      }
      hasLinks |= entry.isLink();
    }
    if (hasLinks) {
      notes.add("the bundle contains symbolic links, which were not followed");
    }
    if (!names.elements().isEmpty()) {
      root.addPart(new Member(UNSAFE_NAMES, 1, 1, names));
    }
  }

  private static boolean isUnsafe(String name) {
    String path = "/" + name + "/";
    return name.indexOf('\\') >= 0
        || name.startsWith("/")
        || path.contains("/../")
        || (name.length() > 1 && name.charAt(1) == ':');
  }
}
