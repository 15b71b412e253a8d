/** Reads the files that people write for the scanner, strictly: each problem names its line. */
package io.svc.rules.definition;
