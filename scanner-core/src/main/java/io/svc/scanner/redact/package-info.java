/** Knowing a secret when one is seen, and turning it into something that may be printed. */
package io.svc.scanner.redact;
