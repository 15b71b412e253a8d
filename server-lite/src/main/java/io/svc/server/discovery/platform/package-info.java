/** Platforms on which workflows run: how each is asked, and how what it answers is read. */
@NullMarked
package io.svc.server.discovery.platform;

import org.jspecify.annotations.NullMarked;
