/** The doctor command: checks of the installation, the project and git. */
@NullMarked
package io.svc.cli.doctor;

import org.jspecify.annotations.NullMarked;
