package detection;

/** A file's path below its project or home, and its text. */
record ConfigFile(String path, String text) {
  ConfigFile replace(String old, String replacement) {
    if (!text.contains(old)) {
      throw new IllegalArgumentException(path + " does not contain " + old);
    }
    return new ConfigFile(path, text.replace(old, replacement));
  }
}
