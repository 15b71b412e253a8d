package io.svc.server.discovery;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Saved views. Each belongs to its creator and may be shared with the tenant. */
final class SavedViews {
  private static final int MAX = 200;

  private final Database database;
  private final Identifiers identifiers;
  private final AuditLog audit;

  SavedViews(Database database, Identifiers identifiers, AuditLog audit) {
    this.database = database;
    this.identifiers = identifiers;
    this.audit = audit;
  }

  /** The editable fields of a view. */
  record Draft(
      SavedView.ViewedList resource,
      String name,
      String filters,
      String columns,
      String sort,
      boolean shared) {
    String key() {
      return name.toLowerCase(Locale.ROOT);
    }
  }

  List<SavedView> visible(Caller caller, Optional<SavedView.ViewedList> of) {
    return database
        .read(tx -> tx.on(SavedViewStore.class).visible(caller.tenant(), caller.id()))
        .stream()
        .filter(view -> of.isEmpty() || of.get() == view.resource())
        .toList();
  }

  /** Returns a view that the caller may change. */
  SavedView editable(Caller caller, String id) {
    return database.read(tx -> editable(tx, caller, id));
  }

  private static SavedView editable(Tx tx, Caller caller, String id) {
    SavedView view =
        tx.on(SavedViewStore.class)
            .find(caller.tenant(), id)
            .filter(found -> found.shared() || found.ownerId().equals(caller.id()))
            .orElseThrow(() -> ApiException.notFound("saved view", id));
    if (!view.ownerId().equals(caller.id())) {
      throw new ApiException(
          ErrorCode.FORBIDDEN,
          "The view \"" + view.name() + "\" is shared with you; only its owner can change it.");
    }
    return view;
  }

  SavedView create(Caller caller, Draft draft) {
    OrgId org = caller.tenant();
    String id = identifiers.next("viw_");
    return database.write(
        tx -> {
          AssetWriter.lock(tx, org);
          SavedViewStore store = tx.on(SavedViewStore.class);
          if (store.count(org, caller.id()) >= MAX) {
            throw new ApiException(
                ErrorCode.CONFLICT, "You have " + MAX + " views already, which is the maximum.");
          }
          int rows = store.insert(org, id, caller.id(), draft, tx.now());
          if (rows == 0) {
            throw nameConflict(draft);
          }
          return recorded(tx, caller, id, "saved_view.create");
        });
  }

  SavedView change(Caller caller, String id, Draft draft, LongConsumer expected) {
    OrgId org = caller.tenant();
    return database.write(
        tx -> {
          AssetWriter.lock(tx, org);
          expected.accept(editable(tx, caller, id).version());
          SavedViewStore store = tx.on(SavedViewStore.class);
          if (store
              .named(org, caller.id(), draft.resource(), draft.key())
              .filter(other -> !other.equals(id))
              .isPresent()) {
            throw nameConflict(draft);
          }
          store.update(org, id, draft, tx.now());
          return recorded(tx, caller, id, "saved_view.update");
        });
  }

  void delete(Caller caller, String id, LongConsumer expected) {
    database.change(
        tx -> {
          expected.accept(editable(tx, caller, id).version());
          recorded(tx, caller, id, "saved_view.delete");
          tx.on(SavedViewStore.class).remove(caller.tenant(), id);
        });
  }

  private SavedView recorded(Tx tx, Caller caller, String id, String action) {
    SavedView view = tx.on(SavedViewStore.class).find(caller.tenant(), id).orElseThrow();
    audit.record(
        tx,
        caller,
        AuditEvent.of(Category.DISCOVERY, action, "saved_view", view.id(), view.name())
            .with("resource", view.resource())
            .with("shared", view.shared()));
    return view;
  }

  private static ApiException nameConflict(Draft draft) {
    return new ApiException(
        ErrorCode.CONFLICT,
        "You already have a view \"" + draft.name() + "\" of " + draft.resource() + ".");
  }
}
