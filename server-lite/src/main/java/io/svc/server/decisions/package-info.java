/** The policy decision: what an agent is about to do goes in, what it may do comes out. */
package io.svc.server.decisions;
