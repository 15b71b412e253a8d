/** Delivery of alerts for each type of channel. */
@NullMarked
package io.svc.server.channels;

import org.jspecify.annotations.NullMarked;
