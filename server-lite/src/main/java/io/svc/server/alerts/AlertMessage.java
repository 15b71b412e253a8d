package io.svc.server.alerts;

import io.svc.server.db.OrgId;

/**
 * A message to a channel about an alert.
 *
 * @param messageId {@code msg_} and a ULID; the same for every attempt, so that the receiver can
 *     detect duplicates
 * @param template the text with placeholders, see {@link MessageTemplate}; empty for the default
 */
public record AlertMessage(
    OrgId org, String messageId, MessageKind kind, Alert alert, String template) {}
