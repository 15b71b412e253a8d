/** Completion scripts for shells, generated from the command model. */
@NullMarked
package io.svc.cli.completion;

import org.jspecify.annotations.NullMarked;
