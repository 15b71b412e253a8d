/** Network addresses with a special meaning, for the scanner and for the server. */
package io.svc.scanner.address;
