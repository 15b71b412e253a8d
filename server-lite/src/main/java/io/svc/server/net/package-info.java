/** What all features that open a connection outwards have in common. */
@NullMarked
package io.svc.server.net;

import org.jspecify.annotations.NullMarked;
