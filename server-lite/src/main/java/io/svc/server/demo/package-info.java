/**
 * A tenant with demo data. Its script is data, which is executed as regular API calls on a separate
 * server.
 */
@NullMarked
package io.svc.server.demo;

import org.jspecify.annotations.NullMarked;
