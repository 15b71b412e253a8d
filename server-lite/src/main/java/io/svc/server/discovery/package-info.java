/** What is found on platforms, in configurations and in telemetry, and what became of it. */
@NullMarked
package io.svc.server.discovery;

import org.jspecify.annotations.NullMarked;
