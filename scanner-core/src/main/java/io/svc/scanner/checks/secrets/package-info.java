/** Checks of secrets in config files. */
@NullMarked
package io.svc.scanner.checks.secrets;

import org.jspecify.annotations.NullMarked;
