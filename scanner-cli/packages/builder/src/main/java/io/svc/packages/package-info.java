/**
 * Creates the installable packages from the packaged jar. Run by the build, never by the command.
 */
package io.svc.packages;
