/** How each kind of channel is told of alerts. */
package io.svc.server.channels;
