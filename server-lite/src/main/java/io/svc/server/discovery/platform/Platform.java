package io.svc.server.discovery.platform;

/** A platform that can be looked through. */
interface Platform {
  /** Shows everything that is there, page by page. */
  PlatformListing list(PlatformListener viewer) throws PlatformException;
}
