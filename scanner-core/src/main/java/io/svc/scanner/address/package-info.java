/** Hosts and network addresses, classified by their text alone, for the scanner and the server. */
@NullMarked
package io.svc.scanner.address;

import org.jspecify.annotations.NullMarked;
