/** JSON in and out: one mapper, strict reading with places, validation that lists every problem. */
package io.svc.server.json;
