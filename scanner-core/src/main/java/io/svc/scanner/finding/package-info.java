/** What a scan finds, and the identifiers of it. */
@NullMarked
package io.svc.scanner.finding;

import org.jspecify.annotations.NullMarked;
