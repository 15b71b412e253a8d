/** The inventory of agents: what acts, on which platform, and how it is. */
package io.svc.server.agents;
