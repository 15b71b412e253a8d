/** Checks of connections: addresses, encryption, proxies, sign-in and open ports. */
@NullMarked
package io.svc.scanner.checks.network;

import org.jspecify.annotations.NullMarked;
