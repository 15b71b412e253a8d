/** What the entry of a server runs, fetches, sets and connects to. */
@NullMarked
package io.svc.scanner.launch;

import org.jspecify.annotations.NullMarked;
