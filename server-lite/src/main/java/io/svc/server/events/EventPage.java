package io.svc.server.events;

import java.util.List;
import java.util.Optional;

/**
 * A page of the feed.
 *
 * @param from number of the first event that was looked at
 * @param to number of the last event that was looked at: records that belong to the numbers from
 *     {@code from} to {@code to} are told with this page
 * @param cursor for the next page; empty at the end
 * @param resumeCursor to come back with later
 * @param total how many events there are that match, behind this page and before it, from {@code
 *     since} on where that was asked for
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

  /** Whether there is another page. */
  public boolean hasMore() {
    return cursor.isPresent();
  }

  /** The events as they leave the service. */
  public List<Event.Envelope> envelopes() {
    return events.stream().map(Event::envelope).toList();
  }
}
