/** Baselines of configurations, and drift from them. */
@NullMarked
package io.svc.baseline;

import org.jspecify.annotations.NullMarked;
