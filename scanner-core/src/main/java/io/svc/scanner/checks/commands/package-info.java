/** Checks of the commands that start servers. */
@NullMarked
package io.svc.scanner.checks.commands;

import org.jspecify.annotations.NullMarked;
