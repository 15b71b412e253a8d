/** Connections to what a tenant has elsewhere: channels, platforms, identity and secrets. */
@NullMarked
package io.svc.server.integrations;

import org.jspecify.annotations.NullMarked;
