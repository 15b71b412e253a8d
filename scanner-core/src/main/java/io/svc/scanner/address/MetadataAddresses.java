package io.svc.scanner.address;

import java.util.List;

/**
 * The addresses of the cloud metadata services, where a machine, container or pod fetches its own
 * credentials. This is the only table of them: the scanner's checks, the server's network guard and
 * the policy template are tested against it.
 */
public final class MetadataAddresses {
  private static final List<String> TEXTS =
      List.of(
          "169.254.169.254", // Amazon, Google, Azure, Oracle and most others
          "169.254.170.2", // Amazon, containers
          "169.254.170.23", // Amazon, pods
          "169.254.42.42", // Scaleway
          "169.254.0.23", // Tencent
          "100.100.100.200", // Alibaba
          "192.0.0.192", // Oracle, the older one
          "168.63.129.16", // Azure, the platform's channel to a machine
          "fd00:ec2::254", // Amazon
          "fd00:ec2::23", // Amazon, pods
          "fd20:ce::254", // Google
          "fd00:42::42"); // Scaleway

  /** The IPv4 addresses of {@link #TEXTS}. Numbers, because a scan compares every address. */
  private static final long[] IPV4 = {
    0xA9FEA9FEL,
    0xA9FEAA02L,
    0xA9FEAA17L,
    0xA9FE2A2AL,
    0xA9FE0017L,
    0x646464C8L,
    0xC00000C0L,
    0xA83F8110L
  };

  /** The IPv6 addresses of {@link #TEXTS}, each as its upper and its lower 64 bits. */
  private static final long[] IPV6 = {
    0xFD000EC200000000L, 0x254,
    0xFD000EC200000000L, 0x23,
    0xFD2000CE00000000L, 0x254,
    0xFD00004200000000L, 0x42
  };

  private MetadataAddresses() {}

  /** Returns whether an IPv4 address, as an unsigned number of 32 bits, is in the table. */
  public static boolean containsIpv4(long address) {
    for (long metadataAddress : IPV4) {
      if (metadataAddress == address) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether an IPv6 address, as its upper and its lower 64 bits, is in the table. */
  public static boolean containsIpv6(long high, long low) {
    for (int i = 0; i < IPV6.length; i += 2) {
      if (IPV6[i] == high && IPV6[i + 1] == low) {
        return true;
      }
    }
    return false;
  }

  /** Returns all addresses in their usual spelling, IPv6 without brackets. */
  public static List<String> texts() {
    return TEXTS;
  }
}
