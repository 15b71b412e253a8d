/** E-mails that the service sends: what one is, and the mail server that takes it. */
package io.svc.server.mail;
