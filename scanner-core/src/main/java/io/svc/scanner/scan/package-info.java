/** Scanning: reads a file, runs the detectors, sorts, counts and reports. */
@NullMarked
package io.svc.scanner.scan;

import org.jspecify.annotations.NullMarked;
