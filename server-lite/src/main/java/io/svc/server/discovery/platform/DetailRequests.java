package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.platform.PlatformException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the details of listed items, with one request for each. When the platform limits the rate,
 * the remaining items are reported as existing only. Each round starts at another position, so that
 * all items are read after some rounds.
 */
final class DetailRequests {
  private static final int SHOWN_AT_ONCE = 25;
  private static final long STRIDE = 7_919;

  private final PlatformListener viewer;
  private final Instant now;

  /** Returns the identifier of an item. */
  @FunctionalInterface
  interface ItemIdentifier {
    String of(JsonNode item) throws UnreadableException;
  }

  /** Reads an item, including further requests. */
  @FunctionalInterface
  interface Reader {
    Sighting read(JsonNode item, String id) throws PlatformException, UnreadableException;
  }

  DetailRequests(PlatformListener viewer, Instant now) {
    this.viewer = viewer;
    this.now = now;
  }

  /** Reads all items; returns a sentence about postponed items, empty for none. */
  String read(List<JsonNode> items, ItemIdentifier name, Reader reader) throws PlatformException {
    List<Sighting> seen = new ArrayList<>();
    int first = first(items.size());
    int done = 0;
    Optional<PlatformException> busy = Optional.empty();
    for (int i = 0; i < items.size(); i++) {
      JsonNode item = items.get((first + i) % items.size());
      try {
        String id = name.of(item);
        if (busy.isPresent()) {
          viewer.exists(id);
          continue;
        }
        seen.add(reader.read(item, id));
        done++;
      } catch (UnreadableException e) {
        viewer.unreadable(e.externalId());
      } catch (PlatformException e) {
        if (e.kind() != Kind.BUSY || done == 0) {
          throw e;
        }
        busy = Optional.of(e);
        viewer.exists(nameOf(item, name));
      }
      if (seen.size() == SHOWN_AT_ONCE) {
        viewer.see(seen);
        seen = new ArrayList<>();
      }
    }
    viewer.see(seen);
    return busy.isEmpty()
        ? ""
        : "The platform requested a delay after "
            + done
            + " of "
            + items.size()
            + "; the others are read in later scans.";
  }

  private int first(int size) {
    long round = now.getEpochSecond() / Duration.ofMinutes(1).toSeconds();
    return size == 0 ? 0 : (int) Math.floorMod(round * STRIDE, (long) size);
  }

  private static String nameOf(JsonNode item, ItemIdentifier name) {
    try {
      return name.of(item);
    } catch (UnreadableException e) {
      throw new IllegalStateException("read a moment ago", e);
    }
  }
}
