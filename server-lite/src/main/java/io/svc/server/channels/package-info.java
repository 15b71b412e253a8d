/** How each kind of channel is told of alerts. */
@NullMarked
package io.svc.server.channels;

import org.jspecify.annotations.NullMarked;
