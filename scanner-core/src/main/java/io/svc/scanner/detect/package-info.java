/** The checks: one class each, listed in {@link io.svc.scanner.detect.Detectors}. */
package io.svc.scanner.detect;
