/** Process-level code: streams, messages, exit codes, written files, and option models. */
@NullMarked
package io.svc.cli.console;

import org.jspecify.annotations.NullMarked;
