/** Outbound HTTP calls, protected against access to private networks. */
@NullMarked
package io.svc.server.egress;

import org.jspecify.annotations.NullMarked;
