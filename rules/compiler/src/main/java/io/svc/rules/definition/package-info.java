/** Reads the files that people write for the scanner, strictly: each problem names its line. */
@NullMarked
package io.svc.rules.definition;

import org.jspecify.annotations.NullMarked;
