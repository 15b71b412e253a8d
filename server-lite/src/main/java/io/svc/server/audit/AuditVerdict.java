package io.svc.server.audit;

import java.util.Optional;

/**
 * What checking a chain gave.
 *
 * @param ok whether every entry is as it was written, none is missing, and none was put between
 * @param checked how many entries were looked at
 * @param firstBrokenSeq the first entry that is not as it should be
 * @param reason what is wrong with it, for people
 * @param head hash of the last entry
 */
public record AuditVerdict(
    boolean ok,
    long checked,
    Optional<Long> firstBrokenSeq,
    Optional<String> reason,
    String head) {}
