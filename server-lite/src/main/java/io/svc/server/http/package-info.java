/**
 * Shared parts of the API: authentication and permissions, the standard error body, rate limits,
 * request validation, and the table of routes.
 */
@NullMarked
package io.svc.server.http;

import org.jspecify.annotations.NullMarked;
