/** Which credentials the server itself puts into the requests that it sends on for agents. */
@NullMarked
package io.svc.server.credentials;

import org.jspecify.annotations.NullMarked;
