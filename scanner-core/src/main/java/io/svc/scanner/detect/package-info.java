/** The interface of a check, its input and its results. */
@NullMarked
package io.svc.scanner.detect;

import org.jspecify.annotations.NullMarked;
