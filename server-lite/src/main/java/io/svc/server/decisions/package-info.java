/** The policy decision: what an agent is about to do goes in, what it may do comes out. */
@NullMarked
package io.svc.server.decisions;

import org.jspecify.annotations.NullMarked;
