/**
 * Changes a config file as little as possible, so that a finding is gone. Touches no file itself.
 */
package io.svc.scanner.fix;
