/** The store: SQLite or PostgreSQL, migrations, transactions. SQL itself lies with each feature. */
@NullMarked
package io.svc.server.db;

import org.jspecify.annotations.NullMarked;
