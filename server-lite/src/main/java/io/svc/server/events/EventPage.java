package io.svc.server.events;

import java.util.List;
import java.util.Optional;

/**
 * A page of the feed.
 *
 * @param from the number of the first covered event
 * @param to the number of the last covered event: records of the numbers from {@code from} to
 *     {@code to} are returned with this page
 * @param cursor for the next page; empty at the end
 * @param resumeCursor for later events
 * @param total the number of matching events, before, on and after this page, from {@code since} on
 *     if that was requested
 * @param totalIsMinimum whether there are more than were counted
 */
public record EventPage(
    List<Event> events,
    long from,
    long to,
    Optional<String> cursor,
    String resumeCursor,
    long total,
    boolean totalIsMinimum) {
  public EventPage {
    events = List.copyOf(events);
  }

  /** Returns whether there is another page. */
  public boolean hasMore() {
    return cursor.isPresent();
  }

  /** Returns the events in their external format. */
  public List<Event.Envelope> envelopes() {
    return events.stream().map(Event::envelope).toList();
  }
}
