/** The manual page, written from the model of the commands. */
package io.svc.cli.manual;
