package io.svc.server.attestation;

import io.svc.server.testing.StoreContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the tests of the feature share: a site over each store. */
abstract class AttestationContract extends StoreContract {
  static final String PATH = AttestationSite.PATH;
  static final String LIST = "/api/governance/attestation";

  AttestationSite site;

  @BeforeEach
  void open() {
    site = new AttestationSite(store.migrated(), directory, clock);
  }

  @AfterEach
  void close() {
    site.close();
  }
}
