/** Sends reports to the service. It is the only code of the command that opens a connection. */
@NullMarked
package io.svc.cli.upload;

import org.jspecify.annotations.NullMarked;
