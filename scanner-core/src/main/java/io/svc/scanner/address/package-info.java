/** Network addresses with a special meaning, for the scanner and for the server. */
@NullMarked
package io.svc.scanner.address;

import org.jspecify.annotations.NullMarked;
