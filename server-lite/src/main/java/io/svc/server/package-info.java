/** The service that a team hosts: wiring of all features, start and stop. */
package io.svc.server;
