/**
 * A tenant that shows what there is. Its story is data, which is told to a server of its own by the
 * calls that people and programs make.
 */
@NullMarked
package io.svc.server.demo;

import org.jspecify.annotations.NullMarked;
