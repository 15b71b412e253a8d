/**
 * Evaluates expressions of the Common Expression Language (CEL) within a cost budget and a
 * deadline.
 */
@NullMarked
package io.svc.server.expressions;

import org.jspecify.annotations.NullMarked;
