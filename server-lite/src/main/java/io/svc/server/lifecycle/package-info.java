/** The way of agents to production: gates, checklists, promotions, and every other move. */
package io.svc.server.lifecycle;
