/** Completion scripts for shells, written from the model of the commands. */
package io.svc.cli.completion;
