/** What happened, as others can follow it: the append-only feed, its pages, the counters. */
package io.svc.server.events;
