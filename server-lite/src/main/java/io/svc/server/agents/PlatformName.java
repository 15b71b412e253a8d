package io.svc.server.agents;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Normalizes names of platforms: {@code Power Automate}, {@code power-automate} and {@code
 * Microsoft Power Automate} are the same platform, so that an agent on it is the same agent under
 * each name.
 */
public final class PlatformName {
  private static final String N8N = "n8n";
  private static final String ZAPIER = "zapier";
  private static final String MAKE = "make";
  private static final String POWER_AUTOMATE = "power_automate";

  private static final Set<String> OF_WORKFLOWS = Set.of(N8N, ZAPIER, MAKE, POWER_AUTOMATE);

  /** Alternative spellings, letters and digits only. */
  private static final Map<String, String> SPELLINGS =
      Map.ofEntries(
          Map.entry("n8n", N8N),
          Map.entry("n8nio", N8N),
          Map.entry("n8ncloud", N8N),
          Map.entry("zapier", ZAPIER),
          Map.entry("zapiercom", ZAPIER),
          Map.entry("make", MAKE),
          Map.entry("makecom", MAKE),
          Map.entry("integromat", MAKE),
          Map.entry("powerautomate", POWER_AUTOMATE),
          Map.entry("mspowerautomate", POWER_AUTOMATE),
          Map.entry("microsoftpowerautomate", POWER_AUTOMATE),
          Map.entry("powerautomatecloud", POWER_AUTOMATE),
          Map.entry("microsoftflow", POWER_AUTOMATE),
          Map.entry("msflow", POWER_AUTOMATE));

  private PlatformName() {}

  /** Returns the normalized name; an unknown platform is converted to lower case. */
  public static String of(String platform) {
    String folded = platform.strip().toLowerCase(Locale.ROOT);
    StringBuilder plain = new StringBuilder(folded.length());
    folded.chars().filter(Character::isLetterOrDigit).forEach(c -> plain.append((char) c));
    return SPELLINGS.getOrDefault(plain.toString(), folded);
  }

  /** Returns true when the agents of a platform are workflows. */
  public static boolean runsWorkflows(String platform) {
    return OF_WORKFLOWS.contains(of(platform));
  }
}
