/** The scan: read a file, run the detectors, sort, count, report. */
package io.svc.scanner.scan;
