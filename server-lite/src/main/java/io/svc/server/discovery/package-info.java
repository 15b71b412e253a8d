/** Assets discovered on platforms, in configurations and in telemetry, and their reviews. */
@NullMarked
package io.svc.server.discovery;

import org.jspecify.annotations.NullMarked;
