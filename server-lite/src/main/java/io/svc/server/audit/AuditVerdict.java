package io.svc.server.audit;

import java.util.Optional;

/**
 * The result of verifying a chain.
 *
 * @param ok whether every entry is unchanged, and none is missing or was inserted
 * @param checked the number of verified entries
 * @param firstBrokenSeq the first invalid entry
 * @param reason its problem, for users
 * @param head the hash of the last entry
 */
public record AuditVerdict(
    boolean ok,
    long checked,
    Optional<Long> firstBrokenSeq,
    Optional<String> reason,
    String head) {}
