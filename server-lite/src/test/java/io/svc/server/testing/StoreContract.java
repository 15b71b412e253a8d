package io.svc.server.testing;

import io.svc.server.db.Vendor;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Tests of both databases: each test runs on {@link TestedVendors}. */
@ParameterizedClass
@ArgumentsSource(TestedVendors.class)
public abstract class StoreContract {
  @Parameter protected Vendor vendor;
  @TempDir protected Path directory;
  protected final HandClock clock = HandClock.at(Instant.parse("2026-03-01T12:00:00.123Z"));
  protected TestStore store;

  @BeforeEach
  final void createStore() {
    store = TestStore.empty(vendor, directory, clock);
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }
}
