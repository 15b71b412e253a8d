/**
 * Evaluates expressions of the Common Expression Language (CEL) within a cost budget and a
 * deadline.
 */
package io.svc.server.expressions;
