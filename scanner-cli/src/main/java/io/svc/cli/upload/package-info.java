/** Sends reports to the service: the one place in the command that opens a connection. */
package io.svc.cli.upload;
