/** Work that nobody waits for, done again and again. */
@NullMarked
package io.svc.server.jobs;

import org.jspecify.annotations.NullMarked;
