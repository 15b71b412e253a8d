/** The directory in which the server keeps what is its own, and who may touch it. */
@NullMarked
package io.svc.server.data;

import org.jspecify.annotations.NullMarked;
