/** What may be wrong with an installation: settings, files, store, and the servers around it. */
@NullMarked
package io.svc.server.doctor;

import org.jspecify.annotations.NullMarked;
