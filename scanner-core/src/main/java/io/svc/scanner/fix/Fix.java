package io.svc.scanner.fix;

/**
 * A fixed or unfixed finding of a file.
 *
 * @param findingType type of the finding
 * @param server server of the finding; empty when there is none
 * @param line line of the value, from 1
 * @param words description of the fix, or the reason why there is none; without secrets
 */
public record Fix(String findingType, String server, int line, String words) {
  /** Finding types that can be fixed. */
  public static final String SECRET = "hardcoded_secret";

  public static final String PACKAGE = "unpinned_package";
  public static final String IMAGE = "unpinned_container_image";
  public static final String TRANSPORT = "insecure_transport";
}
