/** What the server writes about itself: one line for each event, without traces and secrets. */
@NullMarked
package io.svc.server.logging;

import org.jspecify.annotations.NullMarked;
