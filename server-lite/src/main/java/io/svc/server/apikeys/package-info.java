/** Keys by which programs prove who sent them. */
package io.svc.server.apikeys;
