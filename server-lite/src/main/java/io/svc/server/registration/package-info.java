/** What workflows and agents tell of themselves. */
package io.svc.server.registration;
