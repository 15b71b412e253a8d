/** The interface of a check: what it receives and what it returns. */
@NullMarked
package io.svc.scanner.detect;

import org.jspecify.annotations.NullMarked;
