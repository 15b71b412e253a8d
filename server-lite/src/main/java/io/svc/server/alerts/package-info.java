/** Alerts: what people should know of, who is told of it, and what became of the telling. */
@NullMarked
package io.svc.server.alerts;

import org.jspecify.annotations.NullMarked;
