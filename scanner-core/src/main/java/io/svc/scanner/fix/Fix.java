package io.svc.scanner.fix;

/**
 * What is mended in a file, or could not be.
 *
 * @param findingType of the finding
 * @param server whose entry it is in; empty when in none
 * @param line where the value stands, from 1
 * @param words what is done, or why nothing is; without secrets
 */
public record Fix(String findingType, String server, int line, String words) {
  /** Finding types that can be mended. */
  public static final String SECRET = "hardcoded_secret";

  public static final String PACKAGE = "unpinned_package";
  public static final String IMAGE = "unpinned_container_image";
  public static final String TRANSPORT = "insecure_transport";
}
