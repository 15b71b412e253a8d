/** What workflows and agents tell of themselves. */
@NullMarked
package io.svc.server.registration;

import org.jspecify.annotations.NullMarked;
