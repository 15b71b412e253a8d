/** The scan: read a file, run the detectors, sort, count, report. */
@NullMarked
package io.svc.scanner.scan;

import org.jspecify.annotations.NullMarked;
