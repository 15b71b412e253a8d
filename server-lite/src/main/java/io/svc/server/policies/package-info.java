/** Policies: what agents may do, in which words it is said, and templates to begin with. */
@NullMarked
package io.svc.server.policies;

import org.jspecify.annotations.NullMarked;
