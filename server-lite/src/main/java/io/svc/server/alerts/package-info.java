/** Alerts, their routing by rules, and their delivery to channels. */
@NullMarked
package io.svc.server.alerts;

import org.jspecify.annotations.NullMarked;
