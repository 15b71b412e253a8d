/** How policies come into force: stages, the evidence of replays, and the switches that stop it. */
@NullMarked
package io.svc.server.rollout;

import org.jspecify.annotations.NullMarked;
