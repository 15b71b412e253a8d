/** The svc-preflight command. */
package io.svc.cli;
