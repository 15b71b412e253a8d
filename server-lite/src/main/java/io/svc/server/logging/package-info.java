/** What the server writes about itself: one line for each event, without traces and secrets. */
package io.svc.server.logging;
