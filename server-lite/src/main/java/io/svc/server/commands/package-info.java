/** The command line of the server: its frame, and one class for each command. */
@NullMarked
package io.svc.server.commands;

import org.jspecify.annotations.NullMarked;
