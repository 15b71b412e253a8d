/** What may be wrong with an installation: settings, files, store, and the servers around it. */
package io.svc.server.doctor;
