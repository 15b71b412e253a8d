/** Scans: when platforms are looked through, by whom, and what came of it. */
package io.svc.server.discovery.scan;
