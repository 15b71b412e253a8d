/** Finding things by a word, whatever they are. */
@NullMarked
package io.svc.server.search;

import org.jspecify.annotations.NullMarked;
