/** Approved snapshots of a configuration, and what differs from them. */
@NullMarked
package io.svc.baseline;

import org.jspecify.annotations.NullMarked;
