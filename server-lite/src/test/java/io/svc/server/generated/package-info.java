/**
 * Requests made from the description of the interface: good ones, almost good ones and hostile
 * ones, and what every answer to them is held against.
 */
@NullMarked
package io.svc.server.generated;

import org.jspecify.annotations.NullMarked;
