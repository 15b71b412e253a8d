/**
 * What all of the API has in common: who asks and what he may do, the one error body, limits,
 * validation of what is sent, and the table of routes.
 */
@NullMarked
package io.svc.server.http;

import org.jspecify.annotations.NullMarked;
