/** Knowing a secret when one is seen, and turning it into something that may be printed. */
@NullMarked
package io.svc.scanner.redact;

import org.jspecify.annotations.NullMarked;
