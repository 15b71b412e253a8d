/** Scans: when platforms are looked through, by whom, and what came of it. */
@NullMarked
package io.svc.server.discovery.scan;

import org.jspecify.annotations.NullMarked;
