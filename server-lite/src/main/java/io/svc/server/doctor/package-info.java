/** Checks of an installation: settings, files, store, and connected servers. */
@NullMarked
package io.svc.server.doctor;

import org.jspecify.annotations.NullMarked;
