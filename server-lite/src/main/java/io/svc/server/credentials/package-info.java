/** Credentials that the server adds to the requests that it forwards for agents. */
@NullMarked
package io.svc.server.credentials;

import org.jspecify.annotations.NullMarked;
