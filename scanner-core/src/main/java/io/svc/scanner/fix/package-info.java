/**
 * Changes a config file as little as possible, so that a finding is gone. Touches no file itself.
 */
@NullMarked
package io.svc.scanner.fix;

import org.jspecify.annotations.NullMarked;
