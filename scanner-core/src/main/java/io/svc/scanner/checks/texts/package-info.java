/** Checks of texts that a model reads, such as descriptions of tools. */
@NullMarked
package io.svc.scanner.checks.texts;

import org.jspecify.annotations.NullMarked;
