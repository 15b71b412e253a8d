package io.svc.server.testing;

import io.svc.server.db.Vendor;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The stores that a contract is tested with: SQLite everywhere, PostgreSQL too with CI=true. */
public final class TestedVendors implements ArgumentsProvider {
  @Override
  public Stream<Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    boolean isCi = "true".equals(System.getenv("CI"));
    return Arrays.stream(Vendor.values())
        .filter(vendor -> isCi || vendor == Vendor.SQLITE)
        .map(Arguments::of);
  }
}
