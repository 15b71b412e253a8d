/** Findings of a scan and their identifiers. */
@NullMarked
package io.svc.scanner.finding;

import org.jspecify.annotations.NullMarked;
