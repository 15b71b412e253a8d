/** Detects secrets and masks them for output. */
@NullMarked
package io.svc.scanner.redact;

import org.jspecify.annotations.NullMarked;
