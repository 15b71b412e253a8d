/** Connections to what a tenant has elsewhere: channels, platforms, identity and secrets. */
package io.svc.server.integrations;
