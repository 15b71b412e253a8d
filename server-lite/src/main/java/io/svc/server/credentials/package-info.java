/** Which credentials the server itself puts into the requests that it sends on for agents. */
package io.svc.server.credentials;
