/** Taking out of what was sent what nobody else may see. */
package io.svc.server.redaction;
