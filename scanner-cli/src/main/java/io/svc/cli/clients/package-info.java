/** The command that lists clients and their files. */
@NullMarked
package io.svc.cli.clients;

import org.jspecify.annotations.NullMarked;
