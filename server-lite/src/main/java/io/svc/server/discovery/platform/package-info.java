/** Clients and readers for workflow platforms. */
@NullMarked
package io.svc.server.discovery.platform;

import org.jspecify.annotations.NullMarked;
