package detection;

/** Text of a file or a report, fit for a line of a list. */
final class OneLine {
  private static final int LONGEST = 220;

  private OneLine() {}

  static String of(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
  }
}
