/** Search for records of all kinds by a word. */
@NullMarked
package io.svc.server.search;

import org.jspecify.annotations.NullMarked;
