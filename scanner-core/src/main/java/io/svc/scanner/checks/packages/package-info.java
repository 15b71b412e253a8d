/** Checks of the packages and repositories that servers are fetched from. */
@NullMarked
package io.svc.scanner.checks.packages;

import org.jspecify.annotations.NullMarked;
