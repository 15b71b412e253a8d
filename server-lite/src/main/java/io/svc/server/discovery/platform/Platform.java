package io.svc.server.discovery.platform;

/** A platform that can be scanned. */
interface Platform {
  /** Reports everything on the platform, page by page. */
  PlatformListing list(PlatformListener viewer) throws PlatformException;
}
