/** E-mails that the service sends: what one is, and the mail server that takes it. */
@NullMarked
package io.svc.server.mail;

import org.jspecify.annotations.NullMarked;
