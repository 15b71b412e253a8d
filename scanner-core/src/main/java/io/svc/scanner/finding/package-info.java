/** What a scan finds, and the identifiers of it. */
package io.svc.scanner.finding;
