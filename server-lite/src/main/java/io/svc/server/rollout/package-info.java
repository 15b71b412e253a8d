/** Rollout of policies: stages, replays as evidence, and kill switches. */
@NullMarked
package io.svc.server.rollout;

import org.jspecify.annotations.NullMarked;
