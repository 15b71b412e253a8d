/** Checks of the containers that servers run in. */
@NullMarked
package io.svc.scanner.checks.containers;

import org.jspecify.annotations.NullMarked;
