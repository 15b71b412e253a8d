/** Policies, their language, and the built-in templates. */
@NullMarked
package io.svc.server.policies;

import org.jspecify.annotations.NullMarked;
