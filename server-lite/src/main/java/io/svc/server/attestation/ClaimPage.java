package io.svc.server.attestation;

import java.util.List;

/**
 * A part of a list.
 *
 * @param total of all that were asked for
 * @param totalIsMinimum whether there are more than were counted
 */
public record ClaimPage(List<Claim> claims, long total, boolean totalIsMinimum) {
  public ClaimPage {
    claims = List.copyOf(claims);
  }
}
