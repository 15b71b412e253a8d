/** Scans of platforms: scheduling, execution and results. */
@NullMarked
package io.svc.server.discovery.scan;

import org.jspecify.annotations.NullMarked;
