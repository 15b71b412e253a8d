/** Calls of other servers by HTTP, of which no caller may reach what is not public. */
package io.svc.server.outgoing;
