/** How policies come into force: stages, the evidence of replays, and the switches that stop it. */
package io.svc.server.rollout;
