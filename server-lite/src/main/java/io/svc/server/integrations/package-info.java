/** Integrations with other services of a tenant: channels, platforms, identity and secrets. */
@NullMarked
package io.svc.server.integrations;

import org.jspecify.annotations.NullMarked;
