/** Completion scripts for shells, written from the model of the commands. */
@NullMarked
package io.svc.cli.completion;

import org.jspecify.annotations.NullMarked;
