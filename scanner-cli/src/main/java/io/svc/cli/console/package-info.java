/**
 * The process that the command runs in: streams, messages, exit codes, files that it writes, models
 * of options.
 */
@NullMarked
package io.svc.cli.console;

import org.jspecify.annotations.NullMarked;
