/** The list of the checks. The packages below contain them, by subject. */
@NullMarked
package io.svc.scanner.checks;

import org.jspecify.annotations.NullMarked;
