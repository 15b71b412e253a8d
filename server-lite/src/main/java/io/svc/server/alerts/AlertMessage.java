package io.svc.server.alerts;

import io.svc.server.db.OrgId;

/**
 * What a channel is told of an alert.
 *
 * @param messageId {@code msg_} and a ULID; the same at every try, so that the other side can tell
 *     a repetition from news
 * @param template the text with places, see {@link MessageTemplate}; empty for the usual one
 */
public record AlertMessage(
    OrgId org, String messageId, MessageKind kind, Alert alert, String template) {}
