/** Moving all that a store holds into another one, and proving that all of it arrived. */
package io.svc.server.move;
