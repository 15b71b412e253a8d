/** Users: who they are, whose tenant they belong to, how they prove themselves. */
@NullMarked
package io.svc.server.accounts;

import org.jspecify.annotations.NullMarked;
