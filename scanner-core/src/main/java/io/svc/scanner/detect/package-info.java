/** The checks: one class each, listed in {@link io.svc.scanner.detect.Detectors}. */
@NullMarked
package io.svc.scanner.detect;

import org.jspecify.annotations.NullMarked;
