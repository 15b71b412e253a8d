/** Sends reports to the service: the one place in the command that opens a connection. */
@NullMarked
package io.svc.cli.upload;

import org.jspecify.annotations.NullMarked;
