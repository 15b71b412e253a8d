/** Alerts: what people should know of, who is told of it, and what became of the telling. */
package io.svc.server.alerts;
