/** The service that a team hosts: wiring of all features, start and stop. */
@NullMarked
package io.svc.server;

import org.jspecify.annotations.NullMarked;
