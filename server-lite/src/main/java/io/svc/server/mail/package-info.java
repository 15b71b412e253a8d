/** Email of the service: messages, outbox and mail server. */
@NullMarked
package io.svc.server.mail;

import org.jspecify.annotations.NullMarked;
